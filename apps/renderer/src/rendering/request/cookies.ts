import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the undecoded values of all cookies with this name. Several exist when other paths or
 * hosts of the domain set the same name.
 *
 * ```ts
 * const [session] = listCookies(request, '__Host-session');
 * const account = session === undefined ? undefined : await sessions.find(session);
 * ```
 */
export function listCookies(
  { headers }: { readonly headers: IncomingHttpHeaders },
  name: string,
): string[] {
  const start = `${name}=`;
  return (headers.cookie ?? '')
    .split(/; */)
    .flatMap((pair) => (pair.startsWith(start) ? [pair.slice(start.length)] : []));
}
