import type { IncomingMessage } from 'node:http';

/**
 * Returns the values of all cookies with the name, as they were sent. Several exist when other
 * hosts or paths set one.
 *
 * ```ts
 * const [session] = listCookies(request, '__Host-session');
 * const account = session === undefined ? undefined : await sessions.find(session);
 * ```
 */
export function listCookies({ headers }: IncomingMessage, name: string): string[] {
  const start = `${name}=`;
  return (headers.cookie ?? '')
    .split(/; */)
    .flatMap((pair) => (pair.startsWith(start) ? [pair.slice(start.length)] : []));
}
