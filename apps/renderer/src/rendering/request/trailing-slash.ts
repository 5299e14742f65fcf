/**
 * Returns the path and query without the slash at the end of the path. Express ignores this slash.
 * Returns undefined when the path has no such slash, and when the route itself ends in a slash or a
 * wildcard.
 */
export function findWithoutSlash(url: string, routePath: unknown): string | undefined {
  const [, path = '', query = ''] = /^(\/[^?]*[^/?])\/+(\?.*)?$/s.exec(url) ?? [];
  const isFree = typeof routePath !== 'string' || /(?:\/|\*[^/]*)$/.test(routePath);
  return path === '' || isFree ? undefined : path + query;
}
