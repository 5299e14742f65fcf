import { pipeline } from 'node:stream/promises';
import { Catch, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OutcomeAnswer } from './outcome-answer.ts';
import type { Body } from '../answer/page-answer.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import { getPageRequest } from '../request/page-request.ts';
import { isDeparture } from '../request/visitor-signal.ts';
import { pageCaching } from '../request/page-caching.ts';
import { describeError } from '../outcomes/digest.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import type { Outcome } from '../outcomes/outcome.ts';

/** Turns whatever a request ended in into a page with the right status, or JSON where no page is wanted. */
@Catch()
export class OutcomeFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(
    private readonly answers: OutcomeAnswer,
    private readonly faults: FaultLog,
  ) {}

  /** Never rejects: nobody waits for it. */
  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    try {
      await this.answer(error, request, response);
    } catch (failure) {
      this.logger.error(`An outcome could not be answered: ${describeError(failure)}`);
      response.destroy();
    }
  }

  private async answer(error: unknown, request: Request, response: Response): Promise<void> {
    if (isDeparture(error, response)) return;
    // A method may have set how long its page is kept; what it ended in is nobody else's to keep.
    if (!response.headersSent) response.set('Cache-Control', pageCaching(getPageRequest(request)));
    if (error instanceof RedirectException) {
      await this.redirect(error, request, response);
    } else {
      await this.show(error, request, response);
    }
  }

  private async redirect(
    exception: RedirectException,
    request: Request,
    response: Response,
  ): Promise<void> {
    let body: Body;
    try {
      body = this.answers.redirect(exception, request, response);
    } catch (error) {
      await this.show(error, request, response);
      return;
    }
    await send(response, body);
  }

  private async show(error: unknown, request: Request, response: Response): Promise<void> {
    const outcome = this.faults.tell(error, request);
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    response.vary('Accept');
    if (outcome.status === 503) response.set('Retry-After', '5');
    if (wantsPage(request)) {
      await send(response, await this.answers.show(outcome, error, request, response));
    } else {
      sendDetail(response, outcome);
    }
  }
}

function wantsPage(request: Request): boolean {
  if (!['GET', 'HEAD'].includes(request.method)) return false;
  return getPageRequest(request).format === 'data' || request.accepts(['html', 'json']) === 'html';
}

function sendDetail(response: Response, { status, detail }: Outcome): void {
  response.status(status).json({ detail });
}

async function send(response: Response, body: Body): Promise<void> {
  if (typeof body === 'string') response.send(body);
  // Whoever leaves before the end ends it; that is nobody's fault.
  else await pipeline(body, response).catch(() => response.destroy());
}
