import { maskSecrets } from '#telemetry/plain';
import type { Upstream } from '../upstream/upstreams.ts';

/**
 * What another service or the way to it says, as pages and logs may have it: without the key by which reports are sent
 * there, which services like to repeat, and without what no log has.
 */
export function maskKey(text: string, { publicKey }: Pick<Upstream, 'publicKey'>): string {
  return maskSecrets(text).replaceAll(publicKey, '***');
}
