import type { Clock, Job } from '#shared';
import { inSteps } from './in-steps.ts';
import type { Pause } from './pause.ts';

/** How often most jobs run. */
export const often = { everyMs: 10_000 } as const;
/** A lease is two commits: not for what is done often and could as well be done by several relays at a time. */
export const seldom = { everyMs: 600_000, exclusive: true } as const;
export const hourly = { everyMs: 3_600_000, exclusive: true } as const;

/** What jobs tell the time by, and wait by. */
export interface JobTimes {
  readonly clock: Clock;
  readonly pause: Pause;
}

export interface ShortSteps extends Omit<Job, 'run'> {
  /** A short transaction, repeated until it resolves with false. */
  readonly step: (nowMs: number) => Promise<boolean>;
}

/** What most jobs are: `inSteps`, each step by the time at which it begins. */
export function inShortSteps({ step, ...job }: ShortSteps, { clock, pause }: JobTimes): Job {
  return { ...job, run: (signal) => inSteps(() => step(clock.nowMs()), { pause, signal }) };
}
