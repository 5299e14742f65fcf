import type { IncomingMessage } from 'node:http';
import type { RequestFields } from './request-context.ts';
import { findRequestId } from '../requests/request-id.ts';
import { findTraceId } from '../requests/trace-id.ts';

export interface LogEntry extends Partial<RequestFields> {
  readonly msg: string;
}

/** Adds the ids of a request to a log line, for code that runs outside `handleAs`. */
export function aboutRequest(msg: string, request: IncomingMessage): LogEntry {
  const requestId = findRequestId(request);
  const traceId = findTraceId(request);
  return {
    msg,
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceId === undefined ? {} : { traceId }),
  };
}
