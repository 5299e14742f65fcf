import { describeError, Logger } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { ThreadPart } from './messages.ts';
import type { ThreadLife } from './thread-life.ts';

/** The second thread is kept so long for more: to begin one costs as much as a few hundred reports. */
const LINGER_MS = 5000;
/** Until a second thread is tried to be begun again, where the system had none to give. */
const BAR_MS = 30_000;

export interface ThreadCrewOptions {
  /** Throws when the system has no thread to give. */
  readonly begin: (part: ThreadPart) => ThreadLife;
  readonly pause: Pause;
}

/**
 * The threads that process at a time: a first one, and a second one while much waits. A fault of either is the end of both: the
 * turn to write may have gone with it, and nobody knows which report it is over.
 */
export class ThreadCrew {
  private readonly logger = new Logger(ThreadCrew.name);
  readonly first: ThreadLife;
  /** Resolves once a thread is over that was not told to end, with what it ended by; never rejects. */
  readonly failed: Promise<unknown>;
  private readonly living = new Set<ThreadLife>();
  private readonly ending = new AbortController();
  private second: ThreadLife | undefined;
  private isDraining = false;
  private isBarred = false;
  private rests = 0;
  private resolveFailed!: (fault: unknown) => void;

  /** Throws when the first one cannot be begun. */
  constructor(private readonly options: ThreadCrewOptions) {
    this.failed = new Promise((resolve) => (this.resolveFailed = resolve));
    this.first = this.begin('first');
  }

  /** Whether `drain` would begin one. */
  get mayBeginSecond(): boolean {
    return !this.second && !this.isBarred && !this.ending.signal.aborted;
  }

  /** Has the second thread take what waits until it finds nothing more; where there can be none, the first goes on alone. */
  drain(): void {
    if (this.isDraining || this.isBarred || this.ending.signal.aborted) return;
    this.second ??= this.tryToBeginSecond();
    if (!this.second) return;
    this.isDraining = true;
    this.second.tell({ type: 'drain' });
  }

  /** To be called when the second thread has found nothing more: it ends when that stays so for a while. */
  async rest(): Promise<void> {
    this.isDraining = false;
    this.rests += 1;
    const { rests } = this;
    await this.options.pause.wait(LINGER_MS, this.ending.signal);
    if (this.isDraining || rests !== this.rests || this.ending.signal.aborted) return;
    this.second?.tell({ type: 'stop' });
    this.second = undefined;
  }

  /** Has all end what is under way, and then themselves. Resolves once they are gone. */
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
      void this.barSecond();
      return undefined;
    }
  }

  private async barSecond(): Promise<void> {
    this.isBarred = true;
    await this.options.pause.wait(BAR_MS, this.ending.signal);
    this.isBarred = false;
  }

  private begin(part: ThreadPart): ThreadLife {
    const life = this.options.begin(part);
    this.living.add(life);
    void life.gone.then(() => this.living.delete(life));
    void life.over.then((fault) => {
      // Else it was told to end, alone.
      if (life === this.first || life === this.second) this.resolveFailed(fault);
    });
    return life;
  }
}
