import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { findTraceId } from '#telemetry';

export interface RequestTrace {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** 16 lower-case hex digits; identifies this server's part of the trace. */
  readonly spanId: string;
}

const traces = new WeakMap<Request, RequestTrace>();

export function getTrace(request: Request): RequestTrace {
  let trace = traces.get(request);
  if (!trace) {
    trace = {
      traceId: findTraceId(request) ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
    };
    traces.set(request, trace);
  }
  return trace;
}
