import { Person } from '#events';
import type { Job } from '#shared';
import { inShortSteps, type JobTimes } from '#telemetry/plain';
import type { ErasureStore, CreatePersonEraser } from '../index.ts';

const openPerson: CreatePersonEraser = (name, others) => new Person(name, others);

export interface ErasureJobParts extends JobTimes {
  readonly erasures: Pick<ErasureStore, 'step'>;
}

export function erasureJobs({ erasures, ...times }: ErasureJobParts): readonly Job[] {
  const step = (nowMs: number) => erasures.step(openPerson, nowMs);
  return [inShortSteps({ name: 'erasures', everyMs: 1000, step }, times)];
}
