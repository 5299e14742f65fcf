import { isIP } from 'node:net';

/** Ignores a damaged address, because SQLite does not notice the damage. */
export function readStoredAddress(value: unknown): { readonly senderAddress?: string } {
  return typeof value === 'string' && isIP(value) !== 0 ? { senderAddress: value } : {};
}
