import { ErrataError, isDatabaseAway } from '#shared';
import type { Clock, ErrorCode, Job, JobRun } from '#shared';
import { describeError, Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { JobLease } from './job-lease.ts';

const AWAY: readonly (string | undefined)[] = [
  'database.unavailable',
  'database.damaged',
] satisfies ErrorCode[];

export interface JobRunnerOptions {
  readonly clock: Clock;
  readonly pause: Pause;
  readonly lease?: Pick<JobLease, 'runUnder'> | undefined;
  readonly onRun: (run: JobRun) => void;
  readonly random?: () => number;
}

interface JobFailure {
  readonly code: string;
  readonly error: unknown;
}

/** Runs each job in its own loop, so that a slow or failing job delays no other. */
export class JobRunner {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(private readonly options: JobRunnerOptions) {}

  start(jobs: readonly Job[]): void {
    if (this.stopping.signal.aborted) return;
    this.running.push(...jobs.map((job) => this.repeat(job)));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async repeat(job: Job): Promise<void> {
    const { signal } = this.stopping;
    const backoff = new Backoff(this.options.random, Math.max(Backoff.longestMs, job.everyMs));
    let toldCode: string | undefined;
    while (!signal.aborted) {
      const result = await this.run(job);
      // Errors caused by stopping are not logged.
      if (signal.aborted) return;
      if (result !== 'elsewhere') {
        this.tell(job, result, toldCode);
        toldCode = result?.code;
        if (!result) backoff.reset();
      }
      const waitMs = typeof result === 'object' ? backoff.nextMs() : job.everyMs;
      await this.options.pause.wait(waitMs, signal);
    }
  }

  /**
   * Logs a failure unless the previous run failed with the same code, and logs when the job runs
   * again. The return of the database is logged elsewhere, once for all jobs.
   */
  private tell({ name }: Job, failure: JobFailure | undefined, toldCode: string | undefined): void {
    if (failure?.code === toldCode) return;
    if (isDatabaseAway(failure?.error)) {
      this.logger.noteAway('Jobs wait for the database.', failure.error);
    } else if (failure) {
      this.logger.warn(`Job ${name} failed; it is run again. ${describeError(failure.error)}`);
    } else if (!AWAY.includes(toldCode)) this.logger.log(`Job ${name} runs again.`);
  }

  private async run(job: Job): Promise<JobFailure | 'elsewhere' | undefined> {
    const { lease, clock, onRun } = this.options;
    const { signal } = this.stopping;
    let startMs: number | undefined;
    const timed = async (until: AbortSignal): Promise<void> => {
      startMs = performance.now();
      await job.run(until);
    };
    const note = (isFailed: boolean): void => {
      const seconds = startMs === undefined ? 0 : (performance.now() - startMs) / 1000;
      onRun({ name: job.name, isFailed, seconds, atMs: clock.nowMs() });
    };
    try {
      await (job.exclusive && lease ? lease.runUnder(job.name, timed, signal) : timed(signal));
      if (startMs === undefined) return 'elsewhere';
      note(false);
      return undefined;
    } catch (error) {
      note(true);
      return { code: toCode(error), error };
    }
  }
}

function toCode(error: unknown): string {
  if (error instanceof ErrataError) return error.code;
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error ? String(error.code) : error.name;
}
