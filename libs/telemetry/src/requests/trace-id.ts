import type { IncomingMessage } from 'node:http';

/** https://develop.sentry.dev/sdk/foundations/trace-propagation/ */
const SENTRY_TRACE = /^(?<traceId>[0-9a-f]{32})-[0-9a-f]{16}(?:-[01])?$/;

/**
 * Returns the id of the trace that a request continues, 32 lower-case hex digits; undefined when it
 * continues none.
 */
export function findTraceId({ headers }: IncomingMessage): string | undefined {
  const header = headers['sentry-trace'];
  return typeof header === 'string' ? SENTRY_TRACE.exec(header)?.groups?.['traceId'] : undefined;
}
