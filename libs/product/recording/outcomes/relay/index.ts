import type { Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { OutcomeStore } from '../index.ts';

export { discardItems } from './discard-items.ts';

export interface OutcomeJobParts extends JobTimes {
  readonly outcomes: Pick<OutcomeStore, 'removeOld'>;
}

export function outcomeJobs({ outcomes, ...times }: OutcomeJobParts): readonly Job[] {
  const step = (nowMs: number) => outcomes.removeOld(nowMs);
  return [inShortSteps({ name: 'old-outcomes', ...seldom, step }, times)];
}
