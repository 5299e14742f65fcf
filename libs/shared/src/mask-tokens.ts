/**
 * Matches texts as long as a token: 43 characters are 256 bits in base64url. Errata's ids and names
 * are shorter.
 */
const TOKEN = /[\w-]{43,}/g;

/** Masks texts that may be secret tokens, because logs and reports contain links with tokens. */
export function maskTokens(text: string): string {
  return text.replace(TOKEN, '…');
}
