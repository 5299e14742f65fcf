import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of what was signed: nothing that another place signs with the same secret passes for it. */
const PURPOSE = 'errata.flash';

/** The text in characters that a cookie may have, and what shows that it comes from here. Not encrypted. */
export function signText(text: string, secret: string): string {
  const body = Buffer.from(text).toString('base64url');
  return `${body}.${toMark(body, secret)}`;
}

/** The text that was signed; undefined for whatever was not. */
export function verifyText(signed: string, secret: string): string | undefined {
  const [body = '', mark = ''] = signed.split('.');
  const [given, own] = [Buffer.from(mark), Buffer.from(toMark(body, secret))];
  const isOwn = given.length === own.length && timingSafeEqual(given, own);
  return isOwn ? Buffer.from(body, 'base64url').toString() : undefined;
}

function toMark(body: string, secret: string): string {
  return createHmac('sha256', secret).update(`${PURPOSE} ${body}`).digest('base64url');
}
