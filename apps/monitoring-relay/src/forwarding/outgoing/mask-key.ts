import { maskSecrets } from '#telemetry/plain';
import type { Upstream } from '../upstream/upstreams.ts';

/**
 * Removes the upstream's key and other secrets from the words of a service, for pages and logs.
 * Services like to repeat the key in their errors.
 */
export function maskKey(text: string, { publicKey }: Pick<Upstream, 'publicKey'>): string {
  return maskSecrets(text).replaceAll(publicKey, '***');
}
