/** For settings that hold such an address: why another one is refused. */
export const postgresUrlRule =
  'must begin with postgres:// and name a host; write @ # / ? : % of its user and password as %40 %23 %2F %3F %3A %25';

/**
 * Whether a text is an address of PostgreSQL as it was meant: a character of the password that ends it early would
 * have another host asked, and that host be told.
 */
export function isPostgresUrl(text: unknown): boolean {
  if (typeof text !== 'string' || !/^postgres(?:ql)?:\/\/[^/]/.test(text)) return false;
  if (text.includes('#') || !URL.canParse(text)) return false;
  const { hostname, pathname, search } = new URL(text);
  return hostname !== '' && !pathname.includes('@') && !search.includes('@');
}
