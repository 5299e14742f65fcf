import { Person } from '#events';
import type { Job } from '#shared';
import { inShortSteps, type JobTimes } from '#telemetry/plain';
import type { ErasureStore, OpenPerson } from '../index.ts';

/** The rules of erasing are those of reading events. */
const openPerson: OpenPerson = (name) => new Person(name);

export interface ErasureJobParts extends JobTimes {
  readonly erasures: Pick<ErasureStore, 'step'>;
}

export function erasureJobs({ erasures, ...times }: ErasureJobParts): readonly Job[] {
  const step = (nowMs: number) => erasures.step(openPerson, nowMs);
  return [inShortSteps({ name: 'erasures', everyMs: 1000, step }, times)];
}
