import { randomBytes } from 'node:crypto';
import type { Response } from 'express';

/** Makes the nonce of one answer: 128 random bits. */
export function makeNonce(response: Response): string {
  const nonce = randomBytes(16).toString('base64');
  (response.locals as { nonce?: string }).nonce = nonce;
  return nonce;
}

/** The nonce that this answer's Content-Security-Policy names. Throws when it has none. */
export function getNonce(response: Response): string {
  const { nonce } = response.locals as { nonce?: string };
  if (nonce === undefined) throw new Error('This answer has no Content-Security-Policy yet.');
  return nonce;
}
