import { randomBytes } from 'node:crypto';
import type { Response } from 'express';

export function makeNonce(response: Response): string {
  const nonce = randomBytes(16).toString('base64');
  (response.locals as { nonce?: string }).nonce = nonce;
  return nonce;
}

export function getNonce(response: Response): string {
  const { nonce } = response.locals as { nonce?: string };
  if (nonce === undefined) throw new Error('This answer has no Content-Security-Policy yet.');
  return nonce;
}
