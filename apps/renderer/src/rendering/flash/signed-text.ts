import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Part of the signed content, so that a signature made for another purpose with the same secret is
 * not valid here.
 */
const PURPOSE = 'errata.flash';

export interface Signature {
  readonly secret: string;
  readonly bearer: string | undefined;
}

/**
 * Returns the text with its signature, in characters that cookies allow. The text is not encrypted.
 */
export function signText(text: string, signature: Signature): string {
  const body = Buffer.from(text).toString('base64url');
  return `${body}.${computeSignature(body, signature)}`;
}

export function verifyText(signed: string, signature: Signature): string | undefined {
  const [body = '', mark = ''] = signed.split('.');
  const [given, own] = [Buffer.from(mark), Buffer.from(computeSignature(body, signature))];
  const isOwn = given.length === own.length && timingSafeEqual(given, own);
  return isOwn ? Buffer.from(body, 'base64url').toString() : undefined;
}

function computeSignature(body: string, { secret, bearer }: Signature): string {
  const signed = JSON.stringify([PURPOSE, bearer ?? null, body]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}
