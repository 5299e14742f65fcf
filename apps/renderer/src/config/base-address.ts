/**
 * Whether a text is an http(s) address that paths can be appended to: no query, fragment or
 * credentials.
 */
export function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return search + hash + username + password === '' && !/[?#]$/.test(text);
}
