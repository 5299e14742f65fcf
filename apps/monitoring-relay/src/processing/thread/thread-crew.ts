import { describeError, Logger } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { ThreadPart } from './messages.ts';
import type { ThreadLife } from './thread-life.ts';

/**
 * An idle second thread is kept this long, because starting one costs as much as a few hundred
 * reports.
 */
const IDLE_MS = 5000;
const START_RETRY_MS = 30_000;

export interface ThreadCrewOptions {
  readonly begin: (part: ThreadPart) => ThreadLife;
  readonly pause: Pause;
}

/**
 * Manages the threads: a first one, and a second one while many reports wait. A fault of either
 * thread ends both. The faulty thread may still hold the turn to write, and the report that caused
 * the fault is unknown.
 */
export class ThreadCrew {
  private readonly logger = new Logger(ThreadCrew.name);
  readonly first: ThreadLife;
  /**
   * Resolves with the fault when a thread hangs, or ends without being told to stop. Never rejects.
   */
  readonly failed: Promise<unknown>;
  private readonly living = new Set<ThreadLife>();
  private readonly ending = new AbortController();
  private second: ThreadLife | undefined;
  private isDraining = false;
  private isStartDelayed = false;
  private rests = 0;
  private resolveFailed!: (fault: unknown) => void;

  /** Throws when the first thread cannot be created. */
  constructor(private readonly options: ThreadCrewOptions) {
    this.failed = new Promise((resolve) => (this.resolveFailed = resolve));
    this.first = this.begin('first');
  }

  get mayBeginSecond(): boolean {
    return !this.second && !this.isStartDelayed && !this.ending.signal.aborted;
  }

  /**
   * Lets the second thread empty the spool. If that thread cannot be created, the first thread
   * continues alone.
   */
  drain(): void {
    if (this.isDraining || this.isStartDelayed || this.ending.signal.aborted) return;
    this.second ??= this.tryToBeginSecond();
    if (!this.second) return;
    this.isDraining = true;
    this.second.tell({ type: 'drain' });
  }

  /**
   * Call this when the second thread has found the spool empty. Ends that thread unless it gets
   * more work within five seconds.
   */
  async endSecondWhenIdle(): Promise<void> {
    this.isDraining = false;
    this.rests += 1;
    const { rests } = this;
    await this.options.pause.wait(IDLE_MS, this.ending.signal);
    if (this.isDraining || rests !== this.rests || this.ending.signal.aborted) return;
    this.second?.tell({ type: 'stop' });
    this.second = undefined;
  }

  async stop(): Promise<void> {
    this.ending.abort();
    for (const life of this.living) life.tell({ type: 'stop' });
    await Promise.all([...this.living].map(({ gone }) => gone));
  }

  private tryToBeginSecond(): ThreadLife | undefined {
    try {
      return this.begin('second');
    } catch (error) {
      this.logger.warn(
        `Only one thread processes reports, because a second one does not start. ${describeError(error)}`,
      );
      void this.delaySecondStart();
      return undefined;
    }
  }

  private async delaySecondStart(): Promise<void> {
    this.isStartDelayed = true;
    await this.options.pause.wait(START_RETRY_MS, this.ending.signal);
    this.isStartDelayed = false;
  }

  private begin(part: ThreadPart): ThreadLife {
    const life = this.options.begin(part);
    this.living.add(life);
    void life.gone.then(() => this.living.delete(life));
    void life.over.then((fault) => {
      if (life === this.first || life === this.second) this.resolveFailed(fault);
    });
    return life;
  }
}
