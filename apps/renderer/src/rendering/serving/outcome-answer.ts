import { Injectable } from '@nestjs/common';
import type { Flash } from '#shared';
import type { Request, Response } from 'express';
import type { Chain } from '../chain/chain.ts';
import { beginVisit, findVisit } from '../chain/chain-visit.ts';
import type { ChainVisit } from '../chain/chain-visit.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';
import { toHeldSegment } from '../chain/loaded-segment.ts';
import { PageChains } from '../chain/page-chains.ts';
import { getTrace } from '../monitoring/request-trace.ts';
import { toTraceMetas } from '../monitoring/trace-metas.ts';
import { toBarePage } from '../document/bare-page.ts';
import { describeError } from '../outcomes/digest.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import { OutcomeSegments } from '../outcomes/outcome-segments.ts';
import { RedirectTargets } from '../outcomes/redirect-targets.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { getPageRequest } from '../request/page-request.ts';
import { isDeparture } from '../request/visitor-signal.ts';
import type { Body } from '../answer/page-answer.ts';
import { findSettled, isAction } from '../actions/action-request.ts';
import type { SettledAction } from '../actions/settled-action.ts';
import { PageAnswers } from './page-answers.ts';
import { PageDataAnswer } from './page-data-answer.ts';

@Injectable()
export class OutcomeAnswer {
  constructor(
    private readonly options: RenderingOptions,
    private readonly chains: PageChains,
    private readonly outcomes: OutcomeSegments,
    private readonly answers: PageAnswers,
    private readonly pageData: PageDataAnswer,
    private readonly faults: FaultLog,
    private readonly targets: RedirectTargets,
  ) {}

  demandDocument(request: Request, response: Response): Body {
    return this.pageData.demandDocument(request, response);
  }

  redirect(exception: RedirectException, request: Request, response: Response): Body {
    const { redirectStatus } = exception;
    if (this.pageData.isOtherBuild(request)) return this.demandDocument(request, response);
    const { format } = getPageRequest(request);
    // A redirect after an action may lead back to the page that sent the form.
    const mayReturn = isAction(request) && redirectStatus === 303;
    const { location, isFollowed } = this.targets.get(exception, request, mayReturn);
    const isOurs = location.startsWith('/');
    const flash = isOurs ? findFlash(exception, request) : undefined;
    if (format === 'data' && !isFollowed) {
      return this.pageData.sendRedirect(request, response, location, flash);
    }
    // 307 and 308 would make the browser send the form's data to another site.
    const isAway = isAction(request) && !isOurs;
    const status = isAway ? 303 : redirectStatus;
    return this.answers.sendTo({ location, status, flash }, request, response);
  }

  async show(
    outcome: Outcome,
    error: unknown,
    request: Request,
    response: Response,
  ): Promise<Body> {
    if (this.pageData.isOtherBuild(request)) return this.demandDocument(request, response);
    const visit = findVisit(request) ?? beginVisit(this.findChain(request), request, response);
    const layouts = await this.loadVisible(visit, request, response);
    for (let visible = layouts.length; visible >= 0; visible -= 1) {
      try {
        return await this.showInside(layouts.slice(0, visible), visit, {
          outcome,
          error,
          request,
          response,
        });
      } catch (failure) {
        if (isDeparture(failure, response)) throw failure;
        // A layout's view that failed in the page fails here again. `FaultLog` reports the fault
        // only once.
        this.faults.report(failure, request);
      }
    }
    response.status(outcome.status).type('html');
    const { monitoring, development } = this.options;
    return toBarePage(outcome, {
      trace: monitoring ? toTraceMetas(getTrace(request), monitoring) : {},
      stack: development ? describeError(error) : undefined,
    });
  }

  /**
   * Returns the layouts for a request that did not reach their guards. For an unknown address these
   * are the application's layouts, whose guards run now. When an earlier guard refused the request,
   * no layout is shown.
   */
  private findChain(request: Request): Chain {
    return request.route === undefined ? this.chains.withoutPage : NOTHING_AROUND;
  }

  private async loadVisible(
    visit: ChainVisit,
    request: Request,
    response: Response,
  ): Promise<LoadedSegment[]> {
    const { routerState } = getPageRequest(request);
    const indices = Array.from({ length: await visit.countVisible() }, (_, index) => index);
    const loaded = await Promise.allSettled(
      indices.map(async (index) => {
        const key = visit.layoutKey(index);
        const view = visit.chain.layouts[index]?.view ?? '';
        return routerState.held.has(key) ? toHeldSegment({ key, view }) : visit.loadLayout(index);
      }),
    );
    for (const { status, reason } of loaded as PromiseRejectedResult[]) {
      const isFault = !isDeparture(reason, response) && !(reason instanceof RedirectException);
      if (status === 'rejected' && isFault) this.faults.report(reason, request);
    }
    const failed = loaded.findIndex(({ status }) => status === 'rejected');
    const sound = failed === -1 ? loaded : loaded.slice(0, failed);
    return sound.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  private async showInside(
    layouts: readonly LoadedSegment[],
    { chain }: ChainVisit,
    { outcome, error, request, response }: Ending,
  ): Promise<Body> {
    const visible = layouts.length;
    const { url } = getPageRequest(request);
    const place = { chain, visible, isPage: visible === chain.layouts.length, url };
    return this.answers.answer(request, response, {
      status: outcome.status,
      chain,
      segments: [...layouts, this.outcomes.toSegment(outcome, error, place, request)],
      staleMs: 0,
      // The action's result is sent even when the page fails, because the action is done.
      ...toSettled(request),
    });
  }
}

/**
 * Returns the message of the redirect, or else of the action, because the page after an action may
 * redirect.
 */
function findFlash({ flash }: RedirectException, request: Request): Flash | undefined {
  const action = findSettled(request);
  return flash ?? (action?.ok ? action.flash : undefined);
}

function toSettled(request: Request): { action?: SettledAction } {
  const action = findSettled(request);
  return action ? { action } : {};
}

const NOTHING_AROUND: Chain = { layouts: [], ownOutcomeViews: [] };

interface Ending {
  readonly outcome: Outcome;
  readonly error: unknown;
  readonly request: Request;
  readonly response: Response;
}
