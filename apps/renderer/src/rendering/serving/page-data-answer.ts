import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { pageDataHeaders, pageDataType, pageDataVersion } from '#shared';
import type { BuildConflict, Flash, PageData } from '#shared';
import type { Request, Response } from 'express';
import type { SettledAction } from '../actions/settled-action.ts';
import { ClientBuild } from '../build/client-build.ts';
import { DeferredSettler } from '../deferred/deferred-settler.ts';
import { inSettledOrder } from '../deferred/in-settled-order.ts';
import { pageCaching } from '../request/page-caching.ts';
import { getPageRequest } from '../request/page-request.ts';
import { flushAfter } from '../answer/flush-after.ts';
import type { Body, PageAnswer } from '../answer/page-answer.ts';

/**
 * Answers with page data: a line of JSON for the page, then a line for each deferred datum as it
 * settles.
 */
@Injectable()
export class PageDataAnswer {
  constructor(
    private readonly build: ClientBuild,
    private readonly settler: DeferredSettler,
  ) {}

  answer(request: Request, response: Response, answer: PageAnswer): Body {
    const { status, staleMs, segments, action, flash } = answer;
    const line = this.toLine(request, {
      status,
      staleMs,
      segments: segments.map(({ segment }) => segment),
      ...(action ? toActionFields(action) : {}),
      flash,
    });
    this.setHeaders(response, status);
    const { prefetch, segment } = getPageRequest(request);
    // A prefetch of a whole page gets no deferred data; a request for one segment does.
    const isEager = request.method === 'HEAD' || (prefetch !== undefined && segment === undefined);
    if (segments.every(({ deferred }) => deferred.size === 0)) return line;
    const settling = this.settler.settle({ ...answer, isSent: !isEager }, request, response);
    if (isEager) return line;
    return flushAfter(response, Readable.from(toLines(line, settling)));
  }

  /**
   * Returns page data with the target of a redirect that the client's `fetch` cannot follow:
   * another origin, or an address with a fragment. The client itself shows the `flash`.
   */
  sendRedirect(request: Request, response: Response, location: string, flash?: Flash): Body {
    this.setHeaders(response, 200);
    return this.toLine(request, { status: 200, staleMs: 0, segments: [], location, flash });
  }

  demandDocument(request: Request, response: Response): Body {
    this.setHeaders(response, 409);
    response.set(pageDataHeaders.build, this.build.id);
    const conflict: BuildConflict = { build: this.build.id, url: getPageRequest(request).url };
    return `${JSON.stringify(conflict)}\n`;
  }

  /**
   * Whether the client runs another build. False for actions, because their names mean the same in
   * all builds.
   */
  isOtherBuild(request: Request): boolean {
    const { format, routerState, action } = getPageRequest(request);
    return (
      format === 'data' &&
      action === undefined &&
      routerState.build !== undefined &&
      routerState.build !== this.build.id
    );
  }

  private toLine(request: Request, page: Omit<PageData, 'v' | 'build' | 'url'>): string {
    const { url } = getPageRequest(request);
    const line: PageData = { v: pageDataVersion, build: this.build.id, url, ...page };
    return `${JSON.stringify(line)}\n`;
  }

  private setHeaders(response: Response, status: number): void {
    response
      .status(status)
      .type(pageDataType)
      .set('Cache-Control', pageCaching({ format: 'data' }));
  }
}

function toActionFields(
  action: SettledAction,
): Pick<PageData, 'result' | 'isOnce' | 'invalidated' | 'errors'> {
  if (!action.ok) return { errors: action.state.errors };
  // `result` is always present, because it tells the client that the action was done.
  const { result = null, state, invalidated } = action;
  return { result, isOnce: state?.isOnce, invalidated };
}

async function* toLines(
  first: string,
  settling: readonly Promise<unknown>[],
): AsyncGenerator<string> {
  yield first;
  for await (const datum of inSettledOrder(settling)) yield `${JSON.stringify(datum)}\n`;
}
