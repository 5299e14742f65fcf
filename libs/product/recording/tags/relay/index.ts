import type { Job } from '#shared';
import { hourly, inShortSteps, type JobTimes, often, walkAtAFifth } from '#telemetry/plain';
import type { TagStore, TidyPosition } from '../index.ts';

export interface TagJobParts extends JobTimes {
  readonly tags: Pick<TagStore, 'fold' | 'tidy'>;
}

export function tagJobs({ tags, clock, pause }: TagJobParts): readonly Job[] {
  return [
    // How long after an event it is counted by its tags.
    inShortSteps({ name: 'tags', ...often, step: () => tags.fold() }, { clock, pause }),
    // Ends the days of tags that are older than their project keeps what it is sent, and tags that nobody has.
    {
      name: 'old-tags',
      ...hourly,
      run: (signal) =>
        walkAtAFifth<TidyPosition>((from) => tags.tidy(clock.nowMs(), from), {
          clock,
          pause,
          signal,
        }),
    },
  ];
}
