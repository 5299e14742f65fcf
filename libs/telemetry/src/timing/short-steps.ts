import type { Clock, Job } from '#shared';
import { inSteps } from './in-steps.ts';
import type { Pause } from './pause.ts';

export const often = { everyMs: 10_000 } as const;
/**
 * Only one relay at a time runs an `exclusive` job. The job needs a lease, which costs two commits,
 * so frequent jobs are not exclusive.
 */
export const seldom = { everyMs: 600_000, exclusive: true } as const;
export const hourly = { everyMs: 3_600_000, exclusive: true } as const;

export interface JobTimes {
  readonly clock: Clock;
  readonly pause: Pause;
}

export interface ShortSteps extends Omit<Job, 'run'> {
  /** A short transaction, repeated until it resolves with false. */
  readonly step: (nowMs: number) => Promise<boolean>;
}

/** Makes a job that repeats `step` until no work is left. Each step gets its start time. */
export function inShortSteps({ step, ...job }: ShortSteps, { clock, pause }: JobTimes): Job {
  return { ...job, run: (signal) => inSteps(() => step(clock.nowMs()), { pause, signal }) };
}
