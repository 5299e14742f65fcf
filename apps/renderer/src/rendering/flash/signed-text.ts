import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of what was signed: nothing that another place signs with the same secret passes for it. */
const PURPOSE = 'errata.flash';

/** Who signs, and for whom. */
export interface Signature {
  readonly secret: string;
  /** What its browser is known by; undefined for one that is known by nothing. */
  readonly bearer: string | undefined;
}

/** The text in characters that a cookie may have, and what shows that it is from here and for whom. Not encrypted. */
export function signText(text: string, signature: Signature): string {
  const body = Buffer.from(text).toString('base64url');
  return `${body}.${toMark(body, signature)}`;
}

/** The text that was signed, for that browser; undefined for whatever was not. */
export function verifyText(signed: string, signature: Signature): string | undefined {
  const [body = '', mark = ''] = signed.split('.');
  const [given, own] = [Buffer.from(mark), Buffer.from(toMark(body, signature))];
  const isOwn = given.length === own.length && timingSafeEqual(given, own);
  return isOwn ? Buffer.from(body, 'base64url').toString() : undefined;
}

function toMark(body: string, { secret, bearer }: Signature): string {
  const signed = JSON.stringify([PURPOSE, bearer ?? null, body]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}
