import type { IncomingMessage } from 'node:http';
import type { RequestFields } from './request-context.ts';
import { findRequestId } from '../requests/request-id.ts';
import { findTraceId } from '../requests/trace-id.ts';

/** What may be handed to a logger in place of a text: the text, and of which request it is. */
export interface LogEntry extends Partial<RequestFields> {
  readonly msg: string;
}

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
