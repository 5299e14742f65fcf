import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ErrataError, runtimeLimits, Scheduler } from '#shared';
import type { DeferredDatum } from '#shared';
import type { Request, Response } from 'express';
import { flushAfter } from '../answer/flush-after.ts';
import type { Body, PageAnswer } from '../answer/page-answer.ts';
import { ViewRenderer } from '../build/view-renderer.ts';
import type { PageToRender } from '../build/view-renderer.ts';
import { DeferredSettler } from '../deferred/deferred-settler.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { isBot } from '../request/is-bot.ts';
import { pageCaching } from '../request/page-caching.ts';
import { getPageRequest } from '../request/page-request.ts';
import { getVisitorSignal } from '../request/visitor-signal.ts';
import { DocumentFrames } from './document-frames.ts';
import { streamDocument } from './document-stream.ts';
import { getNonce } from './nonce.ts';

/**
 * Time limit for rendering. Deferred data have a shorter deadline; this limit also ends views that
 * wait for something else.
 */
const DEADLINE_MS = runtimeLimits.deferredDeadlineMs + 1000;

/**
 * Answers with a document. A page without deferred data is rendered in one go, which is faster.
 * Other pages are streamed.
 */
@Injectable()
export class DocumentAnswer {
  constructor(
    private readonly frames: DocumentFrames,
    private readonly views: ViewRenderer,
    private readonly settler: DeferredSettler,
    private readonly faults: FaultLog,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * Sets the status, `Content-Type` and `Link` of `response`. Rejects with errors of views, and
   * with the redirect of deferred data that it waits for. Leaves `response` unchanged when it
   * rejects.
   */
  async answer(request: Request, response: Response, answer: PageAnswer): Promise<Body> {
    if (answer.segments.every(({ deferred }) => deferred.size === 0)) {
      return this.sendWhole(request, response, answer, []);
    }
    // A page with a flash message is not streamed. A streamed page redirects readers without
    // scripts to the whole page, and the message would not be shown again there.
    const isWhole =
      getPageRequest(request).whole ||
      answer.flash !== undefined ||
      isBot(request.headers['user-agent']);
    const settling = this.settler.settle(answer, request, response, isWhole);
    if (isWhole) {
      return this.sendWhole(request, response, answer, await Promise.all(settling));
    }
    return this.stream(request, response, answer, settling);
  }

  private async sendWhole(
    request: Request,
    response: Response,
    answer: PageAnswer,
    settled: readonly DeferredDatum[],
  ): Promise<string> {
    const page = this.frames.toPage(request, response, answer, settled);
    const { start, afterTree, end } = this.frames.toFrame(request, response, page);
    const html = await this.views.render(page, {
      before: start,
      after: afterTree + end,
      nonce: getNonce(response),
      getDeadline: () => this.toDeadline(response),
    });
    this.setHeaders(response, page);
    return html;
  }

  private async stream(
    request: Request,
    response: Response,
    answer: PageAnswer,
    settling: readonly Promise<DeferredDatum>[],
  ): Promise<Body> {
    const page = this.frames.toPage(request, response, answer, []);
    const signal = getVisitorSignal(response);
    const nonce = getNonce(response);
    let isOver = false;
    const stream = await this.views.stream(page, {
      nonce,
      deadline: this.toDeadline(response),
      onFault: (error) => {
        if (!isOver && !signal.aborted) this.faults.report(error, request);
      },
    });
    const frame = this.frames.toFrame(request, response, page);
    this.setHeaders(response, page);
    if (request.method === 'HEAD') {
      isOver = true;
      stream.abort(new Error('Only the headers were asked for.'));
      return Readable.from([]);
    }
    const pieces = streamDocument({ frame, stream, settling, nonce, signal });
    return flushAfter(response, Readable.from(pieces));
  }

  private toDeadline(response: Response): AbortSignal {
    const controller = new AbortController();
    const cancel = this.scheduler.runAfter(DEADLINE_MS, () => {
      controller.abort(new ErrataError('page.datum_late'));
    });
    response.once('close', cancel);
    return AbortSignal.any([getVisitorSignal(response), controller.signal]);
  }

  private setHeaders(response: Response, page: PageToRender): void {
    response.status(page.page.status).setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Link', this.frames.toLink(page));
    // A proxy may keep a public page, but no page that failed.
    const isStored = !String(response.getHeader('Cache-Control')).includes('no-store');
    if (page.page.status >= 400 && isStored)
      response.setHeader('Cache-Control', pageCaching({ format: 'document' }));
  }
}
