import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who may read the metrics of an application. */
export interface MetricsAccess {
  /** What readers send as `Authorization: Bearer`. */
  readonly token?: string;
  /** Without a token: whether what comes from this machine was sent by it, and not by a proxy for somebody else. */
  readonly isOpenToThisMachine: boolean;
}

/** The case of a scheme's name does not count: https://www.rfc-editor.org/rfc/rfc9110#section-11.1 */
const BEARER = /^bearer +(?<token>.+)$/i;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
/** A page whose name points at this machine is none of it (DNS rebinding). */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const PASSED_ON = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

export type Reading = 'allowed' | 'wrong token' | 'not found';

/** Whether a request may read the metrics; to who says nothing, there are none. */
export function toReading(request: IncomingMessage, access: MetricsAccess): Reading {
  const { token } = access;
  if (token === undefined) {
    return access.isOpenToThisMachine && isFromThisMachine(request) ? 'allowed' : 'not found';
  }
  const { authorization } = request.headers;
  if (authorization === undefined) return 'not found';
  const given = BEARER.exec(authorization)?.groups?.['token'];
  return given !== undefined && isSame(given, token) ? 'allowed' : 'wrong token';
}

function isFromThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  return (
    // As nginx asks for others, who by itself says nothing of them. No reader of metrics does.
    httpVersion !== '1.0' &&
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    PASSED_ON.every((name) => headers[name] === undefined)
  );
}

/** In the same time whatever they have in common, their length included. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(toHash(given), toHash(expected));
}

function toHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
