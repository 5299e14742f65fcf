import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';

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

/** How far the navigation under way is, as a visitor is told: what takes no time is not told at all. */
export interface NavigationProgress {
  /** The same object as long as nothing changes. */
  get(this: void): Progress;
  /** Returns what ends it. */
  subscribe(this: void, listener: () => void): () => void;
  start(to: string, source?: unknown): void;
  hold(to: string, source?: unknown): void;
  end(): void;
}

export const IDLE: Progress = { state: 'idle' };

export function createNavigationProgress(scheduler: Scheduler): NavigationProgress {
  const listeners = new Set<() => void>();
  let progress = IDLE;
  let cancels: (() => void)[] = [];

  const set = (next: Progress): void => {
    if (next === progress) return;
    progress = next;
    for (const listener of listeners) listener();
  };

  const plan = (...planned: [delayMs: number, next: Progress][]): void => {
    for (const cancel of cancels) cancel();
    cancels = planned.map(([delayMs, next]) => scheduler.runAfter(delayMs, () => set(next)));
  };

  return {
    get: () => progress,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(to, source) {
      const loading: Progress = { state: 'loading', to, source };
      plan(
        [runtimeLimits.pendingShownAfterMs, loading],
        [runtimeLimits.navigationStalledMs, { ...loading, state: 'slow' }],
      );
      // One that takes the place of another is told at once: something is being waited for already.
      if (progress !== IDLE) set(loading);
    },
    hold(to, source) {
      plan();
      set({ state: 'held', to, source });
    },
    end() {
      plan();
      set(IDLE);
    },
  };
}
