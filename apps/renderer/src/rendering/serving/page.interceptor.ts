import type { Address } from '#shared';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { defer, lastValueFrom, mergeMap, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { allInOrder } from '../chain/all-in-order.ts';
import type { ChainVisit } from '../chain/chain-visit.ts';
import { findVisit } from '../chain/chain-visit.ts';
import { toHeldSegment, toLoadedSegment } from '../chain/loaded-segment.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';
import { toPageKey } from '../chain/segment-key.ts';
import type { PageMetadata } from '../pages/page.metadata.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import { getPageRequest } from '../request/page-request.ts';
import { findWithoutSlash } from '../request/trailing-slash.ts';
import { isDeparture } from '../request/visitor-signal.ts';
import { isAction } from '../actions/action-request.ts';
import { ActionRunner } from '../actions/action-runner.ts';
import { Deadline } from '../chain/deadline.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { toWanted } from './wanted-segments.ts';
import { PageAnswers } from './page-answers.ts';
import { PartSettler } from '../parts/part-settler.ts';
import { PageDataAnswer } from './page-data-answer.ts';
import { isWithoutTurn, PageTurns } from './page-turns.ts';

/**
 * Turns the result of a page's method into the page. Must be the outermost interceptor, so that all
 * others see the method's result.
 */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(
    private readonly answers: PageAnswers,
    private readonly pageData: PageDataAnswer,
    private readonly faults: FaultLog,
    private readonly actions: ActionRunner,
    private readonly turns: PageTurns,
    private readonly parts: PartSettler,
    private readonly deadline: Deadline,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const visit = findVisit(request);
    const page = visit?.chain.page;
    if (isWithoutTurn(context.getHandler())) return next.handle();
    if (!visit || !page) {
      return defer(() => this.turns.take(request, response)).pipe(
        mergeMap(() => next.handle()),
        tap((answer) => this.turns.endUnread(response, answer instanceof StreamableFile)),
      );
    }
    return defer(async () => {
      // The refusal is returned and not thrown, because a product's filters may catch an exception.
      if (this.pageData.isOtherBuild(request))
        return this.pageData.demandDocument(request, response);
      // Actions are not redirected, because a form is sent to the address of the page that shows
      // it.
      if (!isAction(request)) leadFromSlash(request);
      const action = isAction(request)
        ? await this.actions.run(context.getClass(), context.getHandler(), request, response)
        : undefined;
      const early = action && this.answers.answerEarly(action, visit.chain, request, response);
      if (early !== undefined) return early;
      await this.turns.take(request, response);
      const { chain } = visit;
      const loadPage = async (): Promise<unknown> => {
        const props: unknown = await lastValueFrom(next.handle());
        if (!page.places) return props;
        const place = { chain, visible: chain.layouts.length, isPage: true };
        return this.parts.settle(props, place, request, response);
      };
      const segments = await loadChain(visit, page, {
        request,
        isWhole: action !== undefined,
        loadPage: () => this.deadline.keep(loadPage(), 'page.late'),
        onFailure: (error) => {
          if (isDeparture(error, response) || error instanceof RedirectException) return;
          this.faults.report(error, request);
        },
      });
      const body = await this.answers.answer(request, response, {
        status: action?.ok === false ? 422 : response.statusCode,
        chain,
        segments: action?.ok ? toChanged(segments, action, request) : segments,
        staleMs: page.staleMs,
        action,
      });
      return typeof body === 'string' ? body : new StreamableFile(body as never);
    });
  }
}

/**
 * Returns all segments. Drops the data of each segment that the client has, unless the action
 * invalidated one of the segment's tags. An action without `invalidated` invalidates all segments.
 */
function toChanged(
  segments: readonly LoadedSegment[],
  { invalidated }: { readonly invalidated?: readonly string[] },
  request: Request,
): LoadedSegment[] {
  const { held } = getPageRequest(request).routerState;
  return segments.map((loaded) => {
    const { key, tags } = loaded.segment;
    const isKept = invalidated && held.has(key) && !tags.some((tag) => invalidated.includes(tag));
    return isKept ? toHeldSegment(loaded.segment) : loaded;
  });
}

interface ChainLoad {
  readonly request: Request;
  readonly isWhole: boolean;
  readonly loadPage: () => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Loads at the same time all segments that the request needs. Rejects with the outermost failure.
 */
async function loadChain(
  visit: ChainVisit,
  page: PageMetadata,
  { request, isWhole, loadPage, onFailure }: ChainLoad,
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
      load: async () => {
        const [key, hasParts] = [toPageKey(url), page.places !== undefined];
        return toLoadedSegment({ key, view: page.view, hasParts }, page.options, await loadPage());
      },
    },
  ];
  const { segments, wanted } = toWanted(chain, getPageRequest(request));
  return allInOrder(
    segments.map(async (segment) =>
      isWhole || wanted.has(segment.key) ? segment.load() : toHeldSegment(segment),
    ),
    onFailure,
  );
}

/**
 * Redirects an address with a trailing slash, so that a page has one address for caches and links.
 */
function leadFromSlash(request: Request): void {
  const { path } = request.route as { readonly path: unknown };
  const address = findWithoutSlash(getPageRequest(request).url, path);
  if (address !== undefined) throw new RedirectException(address as Address, 308);
}
