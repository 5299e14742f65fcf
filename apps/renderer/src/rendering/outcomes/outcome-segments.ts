import { Injectable } from '@nestjs/common';
import type { DeferredOutcome, OutcomeProps } from '#shared';
import { findOutcomeView } from '../chain/chain.ts';
import type { OutcomePlace } from '../chain/chain.ts';
import { toOutcomeKey } from '../chain/segment-key.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';
import { getOutcomeViews, nameOutcomeView } from '../pages/outcome-view.decorator.ts';
import type { OutcomeViews } from '../pages/outcome-view.decorator.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { describeError } from './digest.ts';
import { toOutcomeStatus } from './outcome.ts';
import type { Outcome } from './outcome.ts';

const ERROR = nameOutcomeView<typeof import('../views/error.page.tsx')>('rendering/error.page');
const MOVED = nameOutcomeView<typeof import('../views/moved.page.tsx')>('rendering/moved.page');
const NOT_FOUND = nameOutcomeView<typeof import('../views/not-found.page.tsx')>(
  'rendering/not-found.page',
);
const REFUSED =
  nameOutcomeView<typeof import('../views/refused.page.tsx')>('rendering/refused.page');

@Injectable()
export class OutcomeSegments {
  constructor(private readonly options: RenderingOptions) {}

  toSegment(
    outcome: Outcome,
    error: unknown,
    place: OutcomePlace & { readonly url: string },
  ): LoadedSegment {
    const { view, data } = this.toDeferredOutcome(outcome, error, place);
    return {
      segment: {
        key: toOutcomeKey(outcome.status, outcome.fault?.digest ?? place.url),
        view,
        head: { title: outcome.title, noindex: true },
        tags: [],
        data,
      },
      deferred: new Map(),
    };
  }

  toDeferredOutcome(outcome: Outcome, error: unknown, place: OutcomePlace): DeferredOutcome {
    const { status, title, detail, code, fault } = outcome;
    const own = this.options.outcomes;
    const data: OutcomeProps = {
      status,
      title,
      detail,
      ...(code ? { code } : {}),
      ...(fault ? { digest: fault.digest } : {}),
      ...(fault && this.options.development ? { stack: describeError(error) } : {}),
    };
    return { status, view: toView(outcome, place, own ? getOutcomeViews(own) : {}), data };
  }

  toDeferredRedirect(status: number, location: string): DeferredOutcome {
    const data: OutcomeProps = { status, title: 'Moved', detail: 'Moved.', location };
    return { status, view: MOVED, data };
  }
}

function toView(outcome: Outcome, place: OutcomePlace, own: OutcomeViews): string {
  const status = toOutcomeStatus(outcome);
  const named = status && (findOutcomeView(place, status) ?? own[status]);
  return named ?? toBuiltInView(outcome);
}

function toBuiltInView({ status, fault }: Outcome): string {
  if (fault) return ERROR;
  return status === 404 ? NOT_FOUND : REFUSED;
}
