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

const IDLE: Progress = { state: 'idle' };

/** How far the navigation under way is, as a visitor is told: what takes no time is not told at all. */
export class NavigationProgress {
  readonly #listeners = new Set<() => void>();
  #progress: Progress = IDLE;
  #cancels: (() => void)[] = [];

  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** The same object as long as nothing changes. */
  readonly get = (): Progress => this.#progress;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(to: string, source?: unknown): void {
    this.#cancel();
    // One that took the place of another is told at once: something is being waited for already.
    if (this.#progress.state !== 'idle') this.#set({ state: 'loading', to, source });
    else this.#after(runtimeLimits.pendingShownAfterMs, { state: 'loading', to, source });
    this.#after(runtimeLimits.navigationStalledMs, { state: 'slow', to, source });
  }

  hold(to: string, source?: unknown): void {
    this.#cancel();
    this.#set({ state: 'held', to, source });
  }

  end(): void {
    this.#cancel();
    if (this.#progress !== IDLE) this.#set(IDLE);
  }

  #after(delayMs: number, progress: Progress): void {
    this.#cancels.push(this.#scheduler.runAfter(delayMs, () => this.#set(progress)));
  }

  #cancel(): void {
    for (const cancel of this.#cancels.splice(0)) cancel();
  }

  #set(progress: Progress): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener();
  }
}
