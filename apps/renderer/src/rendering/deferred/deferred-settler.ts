import { Injectable } from '@nestjs/common';
import type { DeferredDatum, DeferredOutcome } from '#shared';
import type { Request, Response } from 'express';
import type { Chain, OutcomePlace } from '../chain/chain.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { toOutcome } from '../outcomes/outcome.ts';
import { OutcomeSegments } from '../outcomes/outcome-segments.ts';
import { RedirectTargets } from '../outcomes/redirect-targets.ts';
import { assertJson } from '../pages/assert-json.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import { beginDatum, isUnbegun } from '../pages/when-sent.ts';
import { isDeparture } from '../request/visitor-signal.ts';
import { Deadline } from '../chain/deadline.ts';

export interface DeferredParts {
  readonly chain: Chain;
  readonly segments: readonly LoadedSegment[];
  /** False for a prefetch, which begins no data. Data that have begun have their faults reported. */
  readonly isSent?: boolean;
}

/** Waits for deferred data. A datum that fails or misses the deadline becomes an outcome. */
@Injectable()
export class DeferredSettler {
  constructor(
    private readonly faults: FaultLog,
    private readonly outcomes: OutcomeSegments,
    private readonly deadline: Deadline,
    private readonly targets: RedirectTargets,
  ) {}

  /**
   * Returns one promise for each datum that has begun or is sent, in the order of the segments. No promise rejects, except
   * with a datum's `RedirectException` when `mayRedirect` is true. Callers set `mayRedirect` only
   * while nothing has been sent.
   */
  settle(
    { chain, segments, isSent = true }: DeferredParts,
    request: Request,
    response: Response,
    mayRedirect = false,
  ): Promise<DeferredDatum>[] {
    return segments.flatMap(({ segment: { view }, deferred }, segment) => {
      const place = toPlace(chain, view);
      const settled = [...deferred].filter(([, value]) => isSent || !isUnbegun(value));
      return settled.map(async ([name, value]): Promise<DeferredDatum> => {
        beginDatum(value);
        try {
          const data = (await this.deadline.keep(value, 'page.datum_late')) ?? null;
          // The check runs before the datum is written to the response, because an error could not
          // be reported afterwards.
          assertJson(data, `${name} of ${view}`);
          return { segment, name, data };
        } catch (error) {
          if (mayRedirect && error instanceof RedirectException) throw error;
          return { segment, name, outcome: this.end(error, place, request, response) };
        }
      });
    });
  }

  private end(
    error: unknown,
    place: OutcomePlace,
    request: Request,
    response: Response,
  ): DeferredOutcome {
    if (error instanceof RedirectException) {
      try {
        const { location } = this.targets.get(error, request);
        return this.outcomes.toDeferredRedirect(error.redirectStatus, location);
      } catch (failure) {
        return this.end(failure, place, request, response);
      }
    }
    const isLeft = isDeparture(error, response);
    const outcome = isLeft ? toOutcome(error) : this.faults.report(error, request);
    return this.outcomes.toDeferredOutcome(outcome, error, place, request);
  }
}

/**
 * Returns where the outcome of a datum is shown. A datum of a layout has its outcome inside that
 * layout. A datum of the page has its outcome inside all layouts.
 */
function toPlace(chain: Chain, view: string): OutcomePlace {
  const index = chain.layouts.findIndex((layout) => layout.view === view);
  return index === -1
    ? { chain, visible: chain.layouts.length, isPage: true }
    : { chain, visible: index + 1, isPage: false };
}
