import type { Clock, Job } from '#shared';
import { inSteps } from './in-steps.ts';
import type { Pause } from './pause.ts';

/** Most jobs run as often as one of these says. */
export const often = { everyMs: 10_000 } as const;
/** One relay at a time runs such a job. A lease costs two commits, so a frequent job takes none. */
export const seldom = { everyMs: 600_000, exclusive: true } as const;
export const hourly = { everyMs: 3_600_000, exclusive: true } as const;

/** Jobs read the time and wait by these. */
export interface JobTimes {
  readonly clock: Clock;
  readonly pause: Pause;
}

export interface ShortSteps extends Omit<Job, 'run'> {
  /** A short transaction, repeated until it resolves with false. */
  readonly step: (nowMs: number) => Promise<boolean>;
}

/** Makes a job that repeats `step` until nothing is left. Each step gets the time at which it begins. */
export function inShortSteps({ step, ...job }: ShortSteps, { clock, pause }: JobTimes): Job {
  return { ...job, run: (signal) => inSteps(() => step(clock.nowMs()), { pause, signal }) };
}
