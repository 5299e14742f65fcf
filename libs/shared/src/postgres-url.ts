export const postgresUrlRule =
  'must begin with postgres:// and name a host; write @ # / ? : % of its user and password as %40 %23 %2F %3F %3A %25';

/**
 * Returns true for a PostgreSQL address that cannot be misread. A reserved character that is not
 * encoded can end the password early. Errata would then connect to another host and send it the
 * password.
 */
export function isPostgresUrl(text: unknown): boolean {
  if (typeof text !== 'string' || !/^postgres(?:ql)?:\/\/[^/]/.test(text)) return false;
  if (text.includes('#') || !URL.canParse(text)) return false;
  const { hostname, pathname, search } = new URL(text);
  return hostname !== '' && !pathname.includes('@') && !search.includes('@');
}
