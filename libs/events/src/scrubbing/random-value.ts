const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MIN_LENGTH = 16;
const PIECES = /[A-Za-z\d]{10,}/g;

/** Whether no person made a value up: long, with letters and digits mixed in one piece of it. An id in form of a UUID is none. */
export function isRandom(value: string): boolean {
  if (value.length < MIN_LENGTH || /\s/.test(value) || UUID.test(value)) return false;
  return (value.match(PIECES) ?? []).some((piece) => /[a-z]/.test(piece) && /\d/.test(piece));
}

/** An address, or a form, of OAuth 2.0 (RFC 6749): with other parameters of its answers, or at a path that takes them. */
const OF_OAUTH =
  /\b(?:state|code_verifier|redirect_uri|grant_type|session_state)=|oauth|oidc|openid|callback|authori[sz]e|sso\b|log-?in|sign-?in/i;
const MIN_IN_QUERY = 6;

/** The same of a parameter of an address or a form, whose surroundings tell more: the code of OAuth, or a signature. */
export function isRandomParameter(name: string, value: string, address: string): boolean {
  if (isRandom(value)) return true;
  if (value.length < MIN_IN_QUERY) return false;
  // A code that holds a query or a fragment is none. Looking around each of many such would cost a text of them seconds.
  if (name === 'code') return !/[?#]/.test(value) && OF_OAUTH.test(address.replace(value, ''));
  return !/^(?:SIG[A-Z\d]+\b|[a-z]+$)/.test(value);
}
