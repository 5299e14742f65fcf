import type { Clock, Scheduler } from '#shared';

export interface CallLifetimeOptions {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly deadlineMs: number;
  /** What the call fails with once the deadline has passed. */
  readonly lateness: Error;
  /** Aborts when nobody waits for the call any more. */
  readonly leaving?: AbortSignal;
}

/**
 * How long a call may go on, its retries and the body of its answer included: until its deadline,
 * and no longer than somebody waits for it. Until `finish` or `abort` it holds a timer.
 */
export class CallLifetime {
  private readonly controller = new AbortController();
  private readonly endsAtMs: number;
  private readonly cancelDeadline: () => void;
  private readonly leave = (): void => this.abort(this.options.leaving?.reason);

  constructor(private readonly options: CallLifetimeOptions) {
    const { clock, scheduler, deadlineMs, lateness, leaving } = options;
    this.endsAtMs = clock.nowMs() + deadlineMs;
    this.cancelDeadline = scheduler.runAfter(deadlineMs, () => this.abort(lateness));
    leaving?.addEventListener('abort', this.leave);
    if (leaving?.aborted) this.leave();
  }

  /** Aborts when the lifetime ends before the call does, with what it ended for. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether something is left of it after so long. The clock may be set meanwhile: the timer decides. */
  isLongerThan(ms: number): boolean {
    return this.options.clock.nowMs() + ms < this.endsAtMs;
  }

  /** Resolves after `ms`; rejects with what the lifetime ended for when that is sooner. */
  async wait(ms: number): Promise<void> {
    const { signal } = this;
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const cancel = this.options.scheduler.runAfter(ms, resolve);
      const stopWaiting = (): void => {
        cancel();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stopWaiting, { once: true });
    });
  }

  /** The call is over: lets go of timer and caller. */
  finish(): void {
    this.cancelDeadline();
    this.options.leaving?.removeEventListener('abort', this.leave);
  }

  /** Ends it early, and with it what is still under way. The first reason stays. */
  abort(reason: unknown): void {
    this.finish();
    this.controller.abort(reason);
  }
}
