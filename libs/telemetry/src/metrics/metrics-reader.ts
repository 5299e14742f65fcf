import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The case of a scheme's name does not count: https://www.rfc-editor.org/rfc/rfc9110#section-11.1 */
const BEARER = /^bearer +(?<token>.+)$/i;

export type Reading = 'allowed' | 'wrong token' | 'not found';

/**
 * Whether a request may read the metrics: who sends METRICS_TOKEN as `Authorization: Bearer` may. To who sends none,
 * and to all where none is set, there are no metrics. Where a request comes from says nothing: a proxy on this
 * machine asks for others, and need not tell.
 */
export function toReading({ headers }: IncomingMessage, token: string | undefined): Reading {
  const { authorization } = headers;
  if (token === undefined || authorization === undefined) return 'not found';
  const given = BEARER.exec(authorization)?.groups?.['token'];
  return given !== undefined && isSame(given, token) ? 'allowed' : 'wrong token';
}

/** In the same time whatever they have in common, their length included. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(toHash(given), toHash(expected));
}

function toHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
