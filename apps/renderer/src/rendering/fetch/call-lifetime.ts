import type { Clock, Scheduler } from '#shared';

export interface CallLifetimeOptions {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly deadlineMs: number;
  readonly lateness: Error;
  readonly leaving?: AbortSignal;
}

/**
 * Ends a call, its retries and the body of its answer at the deadline, or when `leaving` aborts. A
 * timer runs until `finish` or `abort` is called.
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

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Whether the deadline is more than `ms` away. The result is an estimate, because the system's
   * clock may change.
   */
  isLongerThan(ms: number): boolean {
    return this.options.clock.nowMs() + ms < this.endsAtMs;
  }

  /** Resolves after `ms`. Rejects when the lifetime is aborted sooner, with the same reason. */
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

  finish(): void {
    this.cancelDeadline();
    this.options.leaving?.removeEventListener('abort', this.leave);
  }

  abort(reason: unknown): void {
    this.finish();
    this.controller.abort(reason);
  }
}
