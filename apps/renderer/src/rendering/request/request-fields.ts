import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { findRequestId, handleAs } from '#telemetry';
import type { RequestFields } from '#telemetry';
import { getTrace } from '../monitoring/request-trace.ts';

export function handledByRequest(): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) =>
    handleAs(() => toFields(request), next);
}

function toFields(request: Request): RequestFields {
  const { traceId } = getTrace(request);
  return { requestId: findRequestId(request) ?? '', traceId };
}
