import { randomBytes } from 'node:crypto';
import type { Request } from 'express';

/** Names one visit's chain of work across browser and servers. */
export interface RequestTrace {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** 16 lower-case hex digits: this server's part of it. */
  readonly spanId: string;
}

/** https://develop.sentry.dev/sdk/foundations/trace-propagation/ */
const SENTRY_TRACE = /^(?<traceId>[0-9a-f]{32})-[0-9a-f]{16}(?:-[01])?$/;

const traces = new WeakMap<Request, RequestTrace>();

/** The trace that a request continues, or a new one; the same for the whole request. */
export function getTrace(request: Request): RequestTrace {
  let trace = traces.get(request);
  if (!trace) {
    const header = request.headers['sentry-trace'];
    const continued = typeof header === 'string' ? SENTRY_TRACE.exec(header)?.groups : undefined;
    trace = {
      traceId: continued?.['traceId'] ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
    };
    traces.set(request, trace);
  }
  return trace;
}
