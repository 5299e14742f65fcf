import { maskSecrets } from '#telemetry/plain';
import type { Upstream } from '../upstream/upstreams.ts';

/**
 * Removes the upstream's key and other secrets from a message of the upstream, before the message
 * is logged or shown. Many services repeat the key in their errors.
 */
export function maskKey(text: string, { publicKey }: Pick<Upstream, 'publicKey'>): string {
  return maskSecrets(text).replaceAll(publicKey, '***');
}
