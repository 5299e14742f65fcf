/** The cookies that a browser with `cookie` sends after an answer has given it others. */
export function toCookies(
  cookie: string,
  { headers }: { headers: Record<string, unknown> },
): string {
  const set = (headers['set-cookie'] ?? []) as readonly string[];
  return [cookie, ...set.map((each) => each.split(';')[0])].join('; ');
}
