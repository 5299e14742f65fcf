import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signed along with the text, so that no signature made elsewhere with the same secret is valid
 * here.
 */
const PURPOSE = 'errata.flash';

export interface Signature {
  readonly secret: string;
  readonly bearer: string | undefined;
}

/**
 * Returns the text with its signature, in characters that a cookie may have. The text is not
 * encrypted.
 */
export function signText(text: string, signature: Signature): string {
  const body = Buffer.from(text).toString('base64url');
  return `${body}.${computeSignature(body, signature)}`;
}

/** Returns the text; undefined when the signature is not ours or not for this browser. */
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
