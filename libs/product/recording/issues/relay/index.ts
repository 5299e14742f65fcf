import type { Job } from '#shared';
import { type JobTimes, walkThrottled } from '#telemetry/plain';
import type { TrendStore } from '../index.ts';

/**
 * Trends are computed this often. A sudden burst of errors is among the rising issues after this
 * time at the latest.
 */
const TRENDS_MS = 300_000;

export interface TrendJobParts extends JobTimes {
  readonly trends: Pick<TrendStore, 'write'>;
}

export function trendJobs({ trends, clock, pause }: TrendJobParts): readonly Job[] {
  return [
    {
      name: 'trends',
      everyMs: TRENDS_MS,
      exclusive: true,
      run: (signal) =>
        walkThrottled<number>((after) => trends.write(clock.nowMs(), after ?? 0), {
          clock,
          pause,
          signal,
        }),
    },
  ];
}
