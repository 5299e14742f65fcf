/** Matches what is the same in every request though it has digits: `v2`, `oauth2`, `base64`. */
const FIXED = /^(?:[vV]\d{1,3}(?:\.\d{1,3})*|[A-Z]?[a-z]+\d{1,2}|[A-Z]{2,}\d)$/;
const LONGEST_WORD = 48;

export const PLACEHOLDER = '{id}';
export const UUID = /[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}/gi;
/** Bounded repetition keeps the time linear. */
export const EMAIL = /[^\s@<>"'`/]{1,64}@[^\s@<>"'`/]{1,255}/g;

/** True for an id, number, hash, e-mail or token, which differs from request to request. */
export function isVariable(text: string): boolean {
  if (text.length > LONGEST_WORD || /[^\w.~!$&'()*+,:=-]/.test(text)) return true;
  if (/^[\da-f]{8,}$/i.test(text)) return text.length >= 16 || /\d/.test(text);
  return /\d/.test(text) && !FIXED.test(text);
}
