/**
 * Returns the address that a GET form leads to. The form's entries replace the action's query, and
 * a file contributes its name (HTML, "mutate action URL"). `base` is the address that the action is
 * relative to. Line ends become CRLF, as forms send them. Throws a TypeError when the action is no address.
 */
export function toSubmittedAddress(
  action: string,
  base: string,
  entries: Iterable<readonly [string, Pick<File, 'name'> | string]>,
): string {
  const url = new URL(action, base);
  url.search = '';
  for (const [name, value] of entries) {
    url.searchParams.append(name, (value as File).name ?? value);
  }
  url.search = url.search.replace(/%0D%0A|%0[AD]/g, '%0D%0A');
  return url.href;
}
