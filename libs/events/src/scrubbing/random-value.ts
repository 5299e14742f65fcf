const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MIN_LENGTH = 16;
const PIECES = /[A-Za-z\d]{10,}/g;

/**
 * True when the value looks machine-made: it is long and mixes letters and digits in one piece.
 * False for a UUID.
 */
export function isRandom(value: string): boolean {
  if (value.length < MIN_LENGTH || /\s/.test(value) || UUID.test(value)) return false;
  return (value.match(PIECES) ?? []).some((piece) => /[a-z]/.test(piece) && /\d/.test(piece));
}

/**
 * Matches URLs and forms of OAuth 2.0 (RFC 6749), by another parameter or by a path such as
 * `/callback`.
 */
const OF_OAUTH =
  /\b(?:state|code_verifier|redirect_uri|grant_type|session_state)=|oauth|oidc|openid|callback|authori[sz]e|sso\b|log-?in|sign-?in/i;
const MIN_IN_QUERY = 6;

/**
 * Like `isRandom`, for a parameter of a URL or a form. An OAuth `code` may be short, so the rest of
 * the URL decides.
 */
export function isRandomParameter(name: string, value: string, address: string): boolean {
  if (isRandom(value)) return true;
  if (value.length < MIN_IN_QUERY) return false;
  // A value with `?` or `#` is no OAuth code. Without this check, a text with many such values
  // would take seconds.
  if (name === 'code') return !/[?#]/.test(value) && OF_OAUTH.test(address.replace(value, ''));
  return !/^(?:SIG[A-Z\d]+\b|[a-z]+$)/.test(value);
}
