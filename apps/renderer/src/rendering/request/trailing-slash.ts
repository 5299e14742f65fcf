/**
 * Returns a page's path and query without the slash at the end of the path, which Express ignores.
 * Undefined without such a slash, and when the route itself ends in a slash or a wildcard.
 */
export function findWithoutSlash(url: string, routePath: unknown): string | undefined {
  const [, path = '', query = ''] = /^(\/[^?]*[^/?])\/+(\?.*)?$/s.exec(url) ?? [];
  const isFree = typeof routePath !== 'string' || /(?:\/|\*[^/]*)$/.test(routePath);
  return path === '' || isFree ? undefined : path + query;
}
