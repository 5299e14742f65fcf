import type { IncomingMessage } from 'node:http';
import type { LogEntry } from '../logs/log-entry.ts';
import { findRequestId } from './request-id.ts';
import { findTraceId } from './trace-id.ts';

/** A line about a request, for where there is no current one. */
export function aboutRequest(msg: string, request: IncomingMessage): LogEntry {
  const requestId = findRequestId(request);
  const traceId = findTraceId(request);
  return {
    msg,
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceId === undefined ? {} : { traceId }),
  };
}
