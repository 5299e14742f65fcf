import { Injectable, StreamableFile } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { defer, lastValueFrom } from 'rxjs';
import type { Observable } from 'rxjs';
import { allInOrder } from '../chain/all-in-order.ts';
import type { ChainVisit } from '../chain/chain-visit.ts';
import { findVisit } from '../chain/chain-visit.ts';
import { toHeldSegment, toLoadedSegment } from '../chain/loaded-segment.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';
import { toPageKey } from '../chain/segment-key.ts';
import type { PageMetadata } from '../pages/page.metadata.ts';
import { getPageRequest } from '../request/page-request.ts';
import { isDeparture } from '../request/visitor-signal.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { toWanted } from './wanted-segments.ts';
import { PageAnswers } from './page-answers.ts';
import { PageDataAnswer } from './page-data-answer.ts';

/**
 * Turns what a page's method returns into the page. The outermost of the interceptors: all others see
 * what the method returns.
 */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(
    private readonly answers: PageAnswers,
    private readonly pageData: PageDataAnswer,
    private readonly faults: FaultLog,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const visit = findVisit(request);
    const page = visit?.chain.page;
    if (!visit || !page) return next.handle();
    return defer(async () => {
      // A value, not an exception: that would be the product's filters' to answer.
      if (this.pageData.isOtherBuild(request)) return this.pageData.refuseBuild(request, response);
      const segments = await loadChain(visit, page, {
        request,
        loadPage: () => lastValueFrom(next.handle()),
        onFailure: (error) => {
          if (!isDeparture(error, response)) this.faults.tell(error, request);
        },
      });
      const body = await this.answers.answer(request, response, {
        // As the method says it with @HttpCode; 200 when it says nothing.
        status: response.statusCode,
        chain: visit.chain,
        segments,
        staleMs: page.staleMs,
      });
      return typeof body === 'string' ? body : new StreamableFile(body as never);
    });
  }
}

interface ChainLoad {
  readonly request: Request;
  readonly loadPage: () => Promise<unknown>;
  /** Told of every failure: one that another decides over is a fault all the same. */
  readonly onFailure: (error: unknown) => void;
}

/** Loads what the client wants of a chain, all at once. When several fail, the outermost decides. */
async function loadChain(
  visit: ChainVisit,
  page: PageMetadata,
  { request, loadPage, onFailure }: ChainLoad,
): Promise<LoadedSegment[]> {
  const { url } = getPageRequest(request);
  const chain = [
    ...visit.chain.layouts.map(({ view }, index) => ({
      view,
      key: visit.layoutKey(index),
      load: () => visit.loadLayout(index),
    })),
    {
      view: page.view,
      key: toPageKey(url),
      load: async () =>
        toLoadedSegment({ key: toPageKey(url), view: page.view }, page.options, await loadPage()),
    },
  ];
  const { segments, wanted } = toWanted(chain, getPageRequest(request));
  return allInOrder(
    segments.map(async (segment) =>
      wanted.has(segment.key) ? segment.load() : toHeldSegment(segment),
    ),
    onFailure,
  );
}
