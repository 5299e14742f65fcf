import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Logger,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ErrataError, type IngestRefusal, isIngestPath } from '#shared';
import { aboutRequest, findRequestId } from '#telemetry';
import { describeError } from '#telemetry/plain';
import { Monitoring } from '../monitoring/monitoring.ts';
import { answerRefusal, toRefusalAnswer } from './answer.ts';

@Catch()
export class RelayExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger(RelayExceptionFilter.name);

  constructor(@Inject(Monitoring) private readonly monitoring: Monitoring) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    answerRefusal(request, http.getResponse<Response>(), this.toAnswer(error, request));
  }

  private toAnswer(error: unknown, request: Request): IngestRefusal {
    if (error instanceof HttpException) {
      const status = error.getStatus();
      if (status === 404) return toRefusalAnswer({ code: 'request.nowhere' });
      return { status, detail: error.message };
    }
    if (error instanceof ErrataError) return toRefusalAnswer({ code: error.code });
    this.logger.error(aboutRequest(`A request failed. ${describeError(error)}`, request));
    // The failed request may have carried one of this relay's own reports. Reporting its failure
    // could fail again and loop.
    if (!isIngestPath(request.path)) {
      this.monitoring.report(error, undefined, findRequestId(request));
    }
    return toRefusalAnswer({ code: 'relay.failed' });
  }
}
