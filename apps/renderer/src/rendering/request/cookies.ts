import type { IncomingMessage } from 'node:http';

/** Values of the cookies of that name, as they were sent: there are several when other hosts or paths set one. */
export function listCookies({ headers }: IncomingMessage, name: string): string[] {
  const start = `${name}=`;
  return (headers.cookie ?? '')
    .split(/; */)
    .flatMap((pair) => (pair.startsWith(start) ? [pair.slice(start.length)] : []));
}
