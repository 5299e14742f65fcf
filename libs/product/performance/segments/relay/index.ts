import type { Job } from '#shared';
import { hourly, inShortSteps, type JobTimes, seldom, walkThrottled } from '#telemetry/plain';
import type { SegmentStore } from '../index.ts';

export { spanItems } from './span-items.ts';
export { spanRule, unwantedSpanJobs } from './span-rule.ts';

export interface SegmentJobParts extends JobTimes {
  readonly segments: Pick<SegmentStore, 'fold' | 'tidy' | 'forgetItems'>;
}

export function segmentJobs({ segments, clock, pause }: SegmentJobParts): readonly Job[] {
  const times = { clock, pause };
  return [
    inShortSteps({ name: 'spans', everyMs: 5000, step: (nowMs) => segments.fold(nowMs) }, times),
    {
      name: 'old-spans',
      ...hourly,
      run: (signal) =>
        walkThrottled<number>((from) => segments.tidy(clock.nowMs(), from), { ...times, signal }),
    },
    inShortSteps(
      { name: 'span-items', ...seldom, step: (nowMs) => segments.forgetItems(nowMs) },
      times,
    ),
  ];
}
