import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const requestIdHeader = 'X-Request-Id';
const NAME = requestIdHeader.toLowerCase();

/** Random per process, so that ids of replicas differ. */
const PROCESS = randomBytes(6).toString('hex');
let last = 0;

const SANE = /^[\w.:-]{1,64}$/;

/**
 * Keeps the request's `X-Request-Id` when it is well-formed and the sender is trusted. Otherwise
 * makes a new id. Sets this header on the answer, and on the request, because the request may be
 * passed on to other services.
 */
export function identifyRequest(
  request: IncomingMessage,
  response: ServerResponse,
  isTrusted: () => boolean,
): void {
  const given = request.headers[NAME];
  const isTaken = typeof given === 'string' && SANE.test(given) && isTrusted();
  const id = isTaken ? given : makeId();
  request.headers[NAME] = id;
  response.setHeader(requestIdHeader, id);
}

/**
 * Makes a short id, because people read ids out. The id is a counter, because random ids took 0.3 %
 * of the time of a report (measured).
 */
function makeId(): string {
  last += 1;
  return `${PROCESS}-${last.toString(36)}`;
}

/** Returns undefined when `identifyRequest` was not called for the request. */
export function findRequestId({ headers }: IncomingMessage): string | undefined {
  const id = headers[NAME];
  return typeof id === 'string' ? id : undefined;
}
