import { Injectable } from '@nestjs/common';
import { serverErrorText } from '#shared';
import type { DeferredOutcome, OutcomeProps } from '#shared';
import type { Request } from 'express';
import { findOutcomeView } from '../chain/chain.ts';
import type { OutcomePlace } from '../chain/chain.ts';
import { toOutcomeKey } from '../chain/segment-key.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';
import { toHead } from '../head/page-head.ts';
import {
  findOutcomeHead,
  getOutcomeViews,
  nameOutcomeView,
} from '../pages/outcome-view.decorator.ts';
import type { OutcomeViews } from '../pages/outcome-view.decorator.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { describeError } from './digest.ts';
import { toOutcomeStatuses } from './outcome.ts';
import type { Outcome } from './outcome.ts';

const ERROR = nameOutcomeView('rendering/error.page');
const MOVED = nameOutcomeView('rendering/moved.page');
const NOT_FOUND = nameOutcomeView('rendering/not-found.page');
const REFUSED = nameOutcomeView('rendering/refused.page');

@Injectable()
export class OutcomeSegments {
  constructor(private readonly options: RenderingOptions) {}

  toSegment(
    outcome: Outcome,
    error: unknown,
    place: OutcomePlace & { readonly url: string },
    request: Request,
  ): LoadedSegment {
    const { view, data } = this.toDeferredOutcome(outcome, error, place, request);
    const head = findOutcomeHead(view, toOutcomeStatuses(outcome))?.(data as OutcomeProps);
    return {
      segment: {
        key: toOutcomeKey(outcome.status, outcome.fault?.digest ?? place.url),
        view,
        head: toHead({ title: outcome.title, ...head, noindex: true }),
        tags: [],
        data,
      },
      deferred: new Map(),
    };
  }

  toDeferredOutcome(
    outcome: Outcome,
    error: unknown,
    place: OutcomePlace,
    request: Request,
  ): DeferredOutcome {
    const { status, title, detail, code, fault } = outcome;
    const own = this.options.outcomes;
    const data: OutcomeProps = {
      status,
      title,
      detail: (detail === serverErrorText && this.options.texts?.(request)?.fault) || detail,
      lang: this.options.lang?.(request),
      start: this.options.start,
      code,
      digest: fault?.digest,
      stack: fault && this.options.development ? describeError(error) : undefined,
    };
    return { status, view: toView(outcome, place, own ? getOutcomeViews(own) : {}), data };
  }

  toDeferredRedirect(status: number, location: string): DeferredOutcome {
    const data: OutcomeProps = { status, title: 'Moved', detail: 'Moved.', location };
    return { status, view: MOVED, data };
  }
}

function toView(outcome: Outcome, place: OutcomePlace, own: OutcomeViews): string {
  for (const status of toOutcomeStatuses(outcome)) {
    const named = findOutcomeView(place, status) ?? own[status];
    if (named !== undefined) return named;
  }
  return toBuiltInView(outcome);
}

function toBuiltInView({ status, fault }: Outcome): string {
  if (fault) return ERROR;
  return status === 404 ? NOT_FOUND : REFUSED;
}
