import { isIP } from 'node:net';

/** Nothing of a damaged one, which SQLite does not notice. */
export function readStoredAddress(value: unknown): { readonly senderAddress?: string } {
  return typeof value === 'string' && isIP(value) !== 0 ? { senderAddress: value } : {};
}
