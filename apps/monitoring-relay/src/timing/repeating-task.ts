import type { Pause } from './pause.ts';

/** Runs a task over and over with a pause between the end of one run and the start of the next. */
export class RepeatingTask {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  /** `run` must not reject: what can go wrong in it is its own to handle. */
  constructor(
    private readonly options: {
      readonly run: () => Promise<void>;
      readonly everyMs: number;
      readonly pause: Pause;
    },
  ) {}

  start(): void {
    this.running ??= this.repeat();
  }

  /** Resolves when the run that was under way has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.options.run();
      await this.options.pause.wait(this.options.everyMs, signal);
    }
  }
}
