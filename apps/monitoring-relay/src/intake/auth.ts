import type { IncomingMessage } from 'node:http';

const KEY_IN_HEADER = /(?:^|[\s,])sentry_key=(?<key>[^\s,]{1,64})(?:[\s,]|$)/;

const BASIC = /^Basic\s+(?<credentials>[\w+/=-]{1,400})\s*$/i;

/**
 * Returns the public key that a request carries outside its body: in `X-Sentry-Auth`,
 * `Authorization: Sentry …`, `?sentry_key=`, or as the user name of `Authorization: Basic …`.
 * https://develop.sentry.dev/sdk/foundations/transport/authentication/
 *
 * Basic credentials are read last, because they may be meant for a proxy in front of the relay.
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
  return query.get('sentry_key') ?? readUserName(authorization);
}

/**
 * RFC 7617: the user name ends at the first colon. HTTP clients send Basic credentials when a DSN
 * is used as a URL.
 */
function readUserName(authorization = ''): string | undefined {
  const { credentials } = BASIC.exec(authorization)?.groups ?? {};
  if (credentials === undefined) return undefined;
  const [userName] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
  return userName === '' ? undefined : userName;
}
