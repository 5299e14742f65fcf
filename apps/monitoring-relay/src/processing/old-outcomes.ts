import type { OutcomeStore } from '#persistence';
import type { Clock } from '#shared';
import type { Pause } from '../timing/pause.ts';

/** Between two steps: whoever else writes to the database comes in between. */
const PAUSE_MS = 10;

/** Removes counts of outcomes that are older than they are kept, in steps that nobody notices. */
export class OldOutcomes {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly outcomes: Pick<OutcomeStore, 'removeOld'>,
    private readonly clock: Clock,
    private readonly pause: Pause,
  ) {}

  /** Until nothing is left, or it is stopped. Rejects when the database is away; what is left stays for the next time. */
  async run(): Promise<void> {
    this.running = this.remove();
    await this.running;
  }

  /** Resolves when the step under way has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    // What it rejects with is told to who runs it.
    await this.running?.catch(() => undefined);
  }

  private async remove(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && (await this.outcomes.removeOld(this.clock.nowMs()))) {
      await this.pause.wait(PAUSE_MS, signal);
    }
  }
}
