import type { DeletionStore } from '#persistence';
import type { Pause } from '../timing/pause.ts';

/** Between two steps: whoever else writes to the database comes in between. */
const PAUSE_MS = 10;

/**
 * Removes what nobody sees any more, in steps that nobody notices: what issues that were deleted in the console have
 * left behind, and what waited for its event in vain.
 */
export class DeletedIssues {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly deletions: Pick<DeletionStore, 'sweep'>,
    private readonly pause: Pause,
  ) {}

  /** Until nothing is left, or it is stopped. Rejects when the database is away; what is left stays for the next time. */
  async run(): Promise<void> {
    this.running = this.sweep();
    await this.running;
  }

  /** Resolves when the step under way has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    // What it rejects with is told to who runs it.
    await this.running?.catch(() => undefined);
  }

  private async sweep(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && (await this.deletions.sweep())) {
      await this.pause.wait(PAUSE_MS, signal);
    }
  }
}
