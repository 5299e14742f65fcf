import type { IncomingMessage } from 'node:http';

const KEY_IN_HEADER = /(?:^|[\s,])sentry_key=(?<key>[^\s,]{1,64})(?:[\s,]|$)/;

/**
 * The public key a request carries outside its body: `X-Sentry-Auth`, `Authorization: Sentry …` or
 * `?sentry_key=`. https://develop.sentry.dev/sdk/foundations/transport/authentication/
 */
export function findKey(request: IncomingMessage): string | undefined {
  const { authorization } = request.headers;
  const ofSentry = authorization && /^Sentry\s/i.test(authorization) ? authorization : undefined;
  for (const header of [request.headers['x-sentry-auth'], ofSentry]) {
    const key =
      typeof header === 'string' ? KEY_IN_HEADER.exec(header)?.groups?.['key'] : undefined;
    if (key) return key;
  }
  const query = new URLSearchParams(/\?(.*)/s.exec(request.url ?? '')?.[1]);
  return query.get('sentry_key') ?? undefined;
}
