import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import { createObservable } from '../observable.ts';
import type { Observable } from '../observable.ts';

/** What a visitor is waiting for. */
export type Progress =
  | { readonly state: 'idle' }
  | {
      /** `slow`: no answer for a while. `held`: the browser is offline; it goes on by itself. */
      readonly state: 'loading' | 'slow' | 'held';
      /** Address that is going to be shown. */
      readonly to: string;
      /** Whatever was given as the origin of the navigation. */
      readonly source?: unknown;
    };

/**
 * How far the navigation under way is, as a visitor is told: what takes no time is not told at all, and what
 * is told stays long enough to be seen, whether the page has come or not.
 */
export interface NavigationProgress extends Observable<Progress> {
  start(to: string, source?: unknown): void;
  hold(to: string, source?: unknown): void;
  end(): void;
}

export const IDLE: Progress = { state: 'idle' };

export function createNavigationProgress(scheduler: Scheduler): NavigationProgress {
  const { get, set, subscribe } = createObservable<Progress>(IDLE);
  let isUnderWay = false;
  let cancels: (() => void)[] = [];
  /** While what was told last has to stay. */
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
    get,
    subscribe,
    start(to, source) {
      const loading: Progress = { state: 'loading', to, source };
      plan(
        [runtimeLimits.pendingShownAfterMs, loading],
        [runtimeLimits.navigationStalledMs, { ...loading, state: 'slow' }],
      );
      // One that takes the place of another is told at once: something is being waited for already.
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
