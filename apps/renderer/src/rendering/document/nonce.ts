import type { Response } from 'express';
import { randomText } from '../monitoring/random-text.ts';

export function makeNonce(response: Response): string {
  const nonce = randomText(16, 'base64');
  (response.locals as { nonce?: string }).nonce = nonce;
  return nonce;
}

export function getNonce(response: Response): string {
  const { nonce } = response.locals as { nonce?: string };
  if (nonce === undefined) throw new Error('This answer has no Content-Security-Policy yet.');
  return nonce;
}
