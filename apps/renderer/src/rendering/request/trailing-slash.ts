/**
 * A page's address (path and query) without the slash at the end of its path, which Express lets pass; undefined where
 * there is none, and where the route wants one or takes all that follows.
 */
export function findWithoutSlash(url: string, routePath: unknown): string | undefined {
  const [, path = '', query = ''] = /^(\/[^?]*[^/?])\/+(\?.*)?$/s.exec(url) ?? [];
  const isFree = typeof routePath !== 'string' || /(?:\/|\*[^/]*)$/.test(routePath);
  return path === '' || isFree ? undefined : path + query;
}
