const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MIN_LENGTH = 16;
/** Matches the beginning of a piece of at least ten letters and digits that has a small letter and a digit. */
const MIXED = /(?<![A-Za-z\d])(?=[A-Z\d]*[a-z])(?=[A-Za-z]*\d)[A-Za-z\d]{10}/;

/**
 * True when the value looks machine-made: it is long and mixes letters and digits in one piece.
 * False for a UUID.
 */
export function isRandom(value: string): boolean {
  if (value.length < MIN_LENGTH || /\s/.test(value) || UUID.test(value)) return false;
  return MIXED.test(value);
}

/**
 * Matches URLs and forms of OAuth 2.0 (RFC 6749), by another parameter or by a path such as
 * `/callback`.
 */
const OF_OAUTH =
  /\b(?:code=[^&]{6}|state=|code_verifier=|redirect_uri=|grant_type=|session_state=)|oauth|oidc|openid|callback|authori[sz]e|sso\b|log-?in|sign-?in/i;
const MIN_IN_QUERY = 6;
/** Number of characters of an address that are searched, because it may have many parameters. */
const MAX_ADDRESS = 1000;

const LONG_PIECES = /[A-Za-z\d]{6,}/g;
/** Matches `closed`, `SUMMER2026SALE1234`, `oauth2` and `InvalidParameterValue`. */
const WORD = /^(?:[A-Z]?[a-z]+\d{0,4}|[A-Z\d]+|[A-Za-z]?[a-z]+(?:[A-Z][a-z]{2,})+\d{0,4})$/;

/** Parameters of an address for which the rest is searched. OAuth has `code` and `state` once each. */
const MOST_SEARCHES = 4;

/** A URL or a form, as what stands around each of its parameters. */
export class WholeAddress {
  #searches = 0;

  constructor(private readonly read: () => string) {}

  /** Returns true without a search after four, because each search reads the whole address. */
  isOfOAuth(name: string, value: string): boolean {
    this.#searches += 1;
    if (this.#searches > MOST_SEARCHES) return true;
    const begin = this.read().slice(0, MAX_ADDRESS);
    return OF_OAUTH.test(begin.replace(value, '').replaceAll(`${name}=`, ''));
  }
}

/**
 * Like `isRandom`, for a parameter of a URL or a form. `code` and `state` of OAuth may be short, so
 * the rest of the URL decides. Elsewhere they are often words or numbers.
 */
export function isRandomParameter(name: string, value: string, address: WholeAddress): boolean {
  if (isRandom(value)) return true;
  if (value.length < MIN_IN_QUERY) return false;
  if (/^(?:code|state)$/i.test(name)) {
    // A value with `?` or `#` is no OAuth code. Without this check, a text with many such values
    // would take seconds.
    if (/[?#]/.test(value)) return false;
    return !isOfWords(value) || address.isOfOAuth(name, value);
  }
  return !/^(?:SIG[A-Z\d]+\b|[a-z]+$)/.test(value);
}

function isOfWords(value: string): boolean {
  if (UUID.test(value)) return true;
  const pieces = value
    .slice(0, MAX_ADDRESS)
    .replaceAll(/%[\da-f]{2}/gi, ' ')
    .match(LONG_PIECES);
  return (pieces ?? []).every((piece) => WORD.test(piece));
}
