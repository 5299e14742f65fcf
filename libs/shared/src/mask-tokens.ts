/** As long as 256 bits in base64url; ids and names of ours are shorter. */
const TOKEN = /[\w-]{43,}/g;

/** A text without what may open something: links carry tokens, and logs and reports carry addresses. */
export function maskTokens(text: string): string {
  return text.replace(TOKEN, '…');
}
