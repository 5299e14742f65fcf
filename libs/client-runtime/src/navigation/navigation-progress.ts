import { runtimeLimits } from '#page-protocol';
import type { Scheduler } from '#page-protocol';
import { createObservable } from '../observable.ts';
import type { Observable } from '../observable.ts';

export type Progress =
  | { readonly state: 'idle'; readonly to?: never; readonly source?: never }
  | {
      /**
       * `slow` means that the server has not answered for a while. `held` means that the browser is
       * offline; the visit continues once it is online.
       */
      readonly state: 'loading' | 'slow' | 'held';
      readonly to: string;
      readonly source?: unknown;
    };

/**
 * Progress of the navigation, for the visitor. Short waits are not shown, and a shown wait stays
 * long enough to be noticed.
 */
export interface NavigationProgress extends Observable<Progress> {
  start(to: string, source?: unknown): void;
  hold(to: string, source?: unknown): void;
  end(): void;
}

export const IDLE: Progress = { state: 'idle' };

export function createNavigationProgress(scheduler: Scheduler): NavigationProgress {
  const { set, ...progress } = createObservable<Progress>(IDLE);
  const { get } = progress;
  let isUnderWay = false;
  let cancels: (() => void)[] = [];
  let cancelStay: (() => void) | undefined;

  const endStay = (): void => {
    cancelStay = undefined;
    if (!isUnderWay) set(IDLE);
  };

  const tell = (next: Progress): void => {
    if (next === get()) return;
    cancelStay?.();
    cancelStay = scheduler.runAfter(runtimeLimits.pendingShownAtLeastMs, endStay);
    set(next);
  };

  const plan = (...planned: [delayMs: number, next: Progress][]): void => {
    isUnderWay = true;
    for (const cancel of cancels) cancel();
    cancels = planned.map(([delayMs, next]) => scheduler.runAfter(delayMs, () => tell(next)));
  };

  return {
    ...progress,
    start(to, source) {
      const loading: Progress = { state: 'loading', to, source };
      plan(
        [runtimeLimits.pendingShownAfterMs, loading],
        [runtimeLimits.navigationStalledMs, { ...loading, state: 'slow' }],
      );
      if (get() !== IDLE) tell(loading);
    },
    hold(to, source) {
      plan();
      tell({ state: 'held', to, source });
    },
    end() {
      plan();
      isUnderWay = false;
      if (!cancelStay) set(IDLE);
    },
  };
}
