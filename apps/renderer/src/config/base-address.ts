/**
 * Whether the text is an http or https URL to which a path can be appended: one without query,
 * fragment and credentials.
 */
export function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return search + hash + username + password === '' && !/[?#]$/.test(text);
}
