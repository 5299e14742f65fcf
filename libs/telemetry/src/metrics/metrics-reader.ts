import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Scheme names ignore case: https://www.rfc-editor.org/rfc/rfc9110#section-11.1 */
const BEARER = /^bearer +(?<token>.+)$/i;

export type Reading = 'allowed' | 'wrong token' | 'not found';

/**
 * Decides whether a request may read the metrics. Only requests with METRICS_TOKEN as
 * `Authorization: Bearer` may. Requests from this machine need the token too, because a local proxy
 * may forward requests of strangers.
 */
export function toReading({ headers }: IncomingMessage, token: string | undefined): Reading {
  const { authorization } = headers;
  if (token === undefined || authorization === undefined) return 'not found';
  const given = BEARER.exec(authorization)?.groups?.['token'];
  return given !== undefined && isSame(given, token) ? 'allowed' : 'wrong token';
}

/** Hashing makes the comparison take the same time for texts of any length and content. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(toHash(given), toHash(expected));
}

function toHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
