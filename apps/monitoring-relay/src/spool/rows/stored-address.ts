import { isIP } from 'node:net';

/** Ignores a damaged address, which SQLite does not notice. */
export function readStoredAddress(value: unknown): { readonly senderAddress?: string } {
  return typeof value === 'string' && isIP(value) !== 0 ? { senderAddress: value } : {};
}
