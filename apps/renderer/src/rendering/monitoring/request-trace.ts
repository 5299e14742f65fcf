import type { Request } from 'express';
import { findTraceId } from '#telemetry';
import { randomText } from './random-text.ts';

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
      traceId: findTraceId(request) ?? randomText(16, 'hex'),
      spanId: randomText(8, 'hex'),
    };
    traces.set(request, trace);
  }
  return trace;
}
