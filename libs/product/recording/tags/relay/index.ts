import type { Job } from '#shared';
import { hourly, inShortSteps, type JobTimes, often, walkThrottled } from '#telemetry/plain';
import type { TagStore, TidyPosition } from '../index.ts';

export interface TagJobParts extends JobTimes {
  readonly tags: Pick<TagStore, 'fold' | 'tidy'>;
}

export function tagJobs({ tags, clock, pause }: TagJobParts): readonly Job[] {
  return [
    // The interval decides how soon after recording an event is counted by its tags.
    inShortSteps({ name: 'tags', ...often, step: () => tags.fold() }, { clock, pause }),
    {
      name: 'old-tags',
      ...hourly,
      run: (signal) =>
        walkThrottled<TidyPosition>((from) => tags.tidy(clock.nowMs(), from), {
          clock,
          pause,
          signal,
        }),
    },
  ];
}
