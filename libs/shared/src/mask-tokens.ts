/** 43 characters are 256 bits in base64url. Errata's ids and names are shorter. */
const TOKEN = /[\w-]{43,}/g;

/**
 * Removes texts that may be secret tokens: links carry tokens, and logs and reports carry
 * addresses.
 */
export function maskTokens(text: string): string {
  return text.replace(TOKEN, '…');
}
