/**
 * The address of what a form asks for: its entries in place of the action's own query, files by their names
 * (HTML, "mutate action URL"). `base`: what the action is relative to. Throws a TypeError for an action that is
 * no address.
 */
export function toSubmittedAddress(
  action: string,
  base: string,
  entries: Iterable<readonly [string, Pick<File, 'name'> | string]>,
): string {
  const url = new URL(action, base);
  url.search = '';
  for (const [name, value] of entries) {
    url.searchParams.append(name, typeof value === 'string' ? value : value.name);
  }
  return url.href;
}
