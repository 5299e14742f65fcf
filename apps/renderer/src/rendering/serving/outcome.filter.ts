import { pipeline } from 'node:stream/promises';
import { Catch, HttpException, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { endAfterDiscarding } from '#http';
import { isDatabaseAway, pageDataHeaders } from '#shared';
import type { Request, Response } from 'express';
import { findSettled, isAction, isThrownByAction } from '../actions/action-request.ts';
import { ActionRefusal } from '../actions/action-refusal.ts';
import { findOtherPerson } from '../actions/other-person.ts';
import { ClientBuild } from '../build/client-build.ts';
import { OutcomeAnswer } from './outcome-answer.ts';
import type { Body } from '../answer/page-answer.ts';
import { DocumentFirstException } from '../pages/document-first.exception.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import { RenderingOptions } from '../rendering.options.ts';
import type { ProgramAddresses } from '../rendering.options.ts';
import { getPageRequest } from '../request/page-request.ts';
import { isDeparture } from '../request/visitor-signal.ts';
import { pageCaching } from '../request/page-caching.ts';
import { describeError } from '../outcomes/digest.ts';
import { Intake } from '../health/intake.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { toWrittenOutcome } from '../outcomes/outcome.ts';
import type { Outcome } from '../outcomes/outcome.ts';

/** Statuses that would tell whoever is signed in about another person's page. */
const HIDDEN: readonly number[] = [401, 403, 404];

/**
 * Turns every error of a request into a page with the right status, or into JSON for requests that
 * expect no page.
 */
@Catch()
export class OutcomeFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(
    private readonly answers: OutcomeAnswer,
    private readonly faults: FaultLog,
    private readonly build: ClientBuild,
    private readonly intake: Intake,
    private readonly options: RenderingOptions,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    try {
      await this.answer(error, request, response);
    } catch (failure) {
      if (isDeparture(failure, response)) return;
      this.logger.error(
        `A request could not be answered with an error page: ${describeError(failure)}`,
      );
      response.destroy();
    }
  }

  private async answer(error: unknown, request: Request, response: Response): Promise<void> {
    if (isDeparture(error, response)) return;
    // Replaces the `Cache-Control` that the method may have set, because shared caches must not
    // store error pages.
    if (!response.headersSent) response.set('Cache-Control', pageCaching(getPageRequest(request)));
    if (error instanceof RedirectException) {
      await this.redirect(error, request, response);
    } else if (error instanceof DocumentFirstException) {
      await this.demandDocument(request, response);
    } else {
      const refusal = error instanceof ActionRefusal ? error : this.findOther(error, request);
      if (refusal) await this.refuse(refusal, request, response);
      else await this.show(error, request, response);
    }
  }

  /** A guard may refuse whoever is signed in now what another person saw and sent. */
  private findOther(error: unknown, request: Request): ActionRefusal | undefined {
    const isGuards = error instanceof HttpException && !isThrownByAction(request, error);
    if (
      !isGuards ||
      !HIDDEN.includes(error.getStatus()) ||
      !isAction(request) ||
      findSettled(request)
    )
      return undefined;
    return findOtherPerson(request, this.options);
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
    await send(request, response, body);
  }

  /**
   * Answers an action as if its build were unknown. The runtime then loads a document, and says that
   * nothing was done.
   */
  private async demandDocument(request: Request, response: Response): Promise<void> {
    if (getPageRequest(request).action === undefined) {
      await send(request, response, this.answers.demandDocument(request, response));
      return;
    }
    response.status(409).type('txt').set(pageDataHeaders.actionNotFound, '1');
    await send(request, response, 'The page has to be loaded first.');
  }

  /**
   * Answers a submit by script with text, which the form shows. Answers a form without scripts with
   * a page.
   */
  private async refuse(
    refusal: ActionRefusal,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { status, message, isUnknown } = refusal;
    if (isUnknown) {
      response.set({
        [pageDataHeaders.actionNotFound]: '1',
        [pageDataHeaders.build]: this.build.id,
      });
    }
    if (getPageRequest(request).format === 'data' || !this.wantsPage(request)) {
      response.status(status).type('txt');
      await send(request, response, message);
      return;
    }
    const outcome = { status, title: 'Refused', detail: message };
    await send(request, response, await this.answers.show(outcome, refusal, request, response));
  }

  private async show(error: unknown, request: Request, response: Response): Promise<void> {
    const reportedOutcome = this.faults.report(error, request);
    const isWritten = isThrownByAction(request, error) || this.options.programs?.has(request);
    const writtenOutcome = isWritten ? toWrittenOutcome(reportedOutcome, error) : reportedOutcome;
    const outcome = await this.addKept(writtenOutcome, error);
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    response.vary('Accept');
    if (outcome.status === 503) response.set('Retry-After', '5');
    if (this.wantsPage(request)) {
      await send(request, response, await this.answers.show(outcome, error, request, response));
    } else {
      const { status, detail } = this.findNothing(request) ?? outcome;
      response.status(status).type('json');
      await send(request, response, JSON.stringify({ detail }));
    }
  }

  private wantsPage(request: Request): boolean {
    if (this.options.programs?.has(request)) return false;
    // A form of a page of the past has an action, but its address has no route any more.
    const isForm = isAction(request) || (!request.route && getPageRequest(request).action);
    if (!['GET', 'HEAD'].includes(request.method) && !isForm) return false;
    return (
      getPageRequest(request).format === 'data' || request.accepts(['html', 'json']) === 'html'
    );
  }

  private findNothing(request: Request): ReturnType<ProgramAddresses['refuseUnknown']> | undefined {
    const { programs } = this.options;
    return !request.route && programs?.has(request) ? programs.refuseUnknown(request) : undefined;
  }

  private async addKept(outcome: Outcome, error: unknown): Promise<Outcome> {
    const kept = isDatabaseAway(error) ? await this.intake.describe() : undefined;
    return kept === undefined ? outcome : { ...outcome, detail: `${outcome.detail} ${kept}` };
  }
}

async function send(request: Request, response: Response, body: Body): Promise<void> {
  if (hasUnread(request)) await sendBeforeEnd(request, response, body);
  else if (typeof body === 'string') response.send(body);
  // The pipeline fails when the visitor leaves early, which is no fault.
  else await pipeline(body, response).catch(() => response.destroy());
}

function hasUnread({ headers, complete }: Request): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete;
}

/**
 * Sends the answer while the client still sends its body. The rest of the body is discarded,
 * because closing at once would reset the connection before the client has read the answer.
 */
async function sendBeforeEnd(request: Request, response: Response, body: Body): Promise<void> {
  response.set({ Connection: 'close', 'Cache-Control': 'private, no-store, no-transform' });
  if (typeof body === 'string') {
    response.set('Content-Length', String(Buffer.byteLength(body))).write(body);
  } else {
    await pipeline(body, response, { end: false }).catch(() => response.destroy());
  }
  endAfterDiscarding(request, response);
}
