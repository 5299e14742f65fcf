import { isDatabaseAway, maskTokens } from '#shared';
import { Injectable, Logger } from '@nestjs/common';
import { findRequestId } from '#telemetry';
import type { Request } from 'express';
import { Readiness } from '../health/readiness.ts';
import { ErrorMonitoring } from '../monitoring/error-monitoring.ts';
import { getTrace } from '../monitoring/request-trace.ts';
import { describeError } from './digest.ts';
import { toOutcome } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** Reports every fault once per request: one log line and one report, both with its digest. */
@Injectable()
export class FaultLog {
  private readonly logger = new Logger('Errors');
  private readonly reportedDigests = new WeakMap<Request, Set<string>>();

  constructor(
    private readonly monitoring: ErrorMonitoring,
    private readonly readiness: Readiness,
  ) {}

  /**
   * Returns the error's outcome for the visitor, and reports it when it is a fault. Never throws.
   */
  report(error: unknown, request: Request): Outcome {
    const outcome = toOutcome(error);
    if (outcome.fault) this.reportOnce(error, outcome.fault, request);
    return outcome;
  }

  private reportOnce(
    error: unknown,
    { digest, level }: NonNullable<Outcome['fault']>,
    request: Request,
  ): void {
    const told = this.reportedDigests.get(request) ?? new Set();
    if (told.has(digest)) return;
    this.reportedDigests.set(request, told.add(digest));
    const requestId = findRequestId(request);
    this.monitoring.report(error, { digest, trace: getTrace(request), requestId });
    if (isDatabaseAway(error)) return this.readiness.noteAway(error, digest);
    const line = `${request.method} ${maskTokens(request.path)} failed, digest ${digest}: ${describeError(error)}`;
    if (level === 'error') this.logger.error(line);
    else this.logger.warn(line);
  }
}
