import type { Job } from '#shared';
import { inSteps, seldom, walkThrottled } from '#telemetry/plain';
import type { MonitorStore } from '../index.ts';
import { MonitorWatch, type MonitorWatchParts } from './watch-monitors.ts';

export { checkInItems } from './check-in-items.ts';

export interface CronJobParts extends MonitorWatchParts {
  readonly monitors: MonitorWatchParts['monitors'] &
    Pick<MonitorStore, 'removeOld' | 'sweepRemoved'>;
}

export function cronJobs(parts: CronJobParts): readonly Job[] {
  const { monitors, clock, pause } = parts;
  const watch = new MonitorWatch(parts);
  return [
    // This interval decides how soon a monitor fails or recovers. The interval must stay well below
    // `monitorLimits.awayMs`, after which a silent relay counts as absent.
    { name: 'monitors', everyMs: 5000, run: (signal) => watch.run(signal) },
    {
      name: 'old-monitor-runs',
      ...seldom,
      run: async (signal) => {
        await inSteps(() => monitors.sweepRemoved(clock.nowMs()), { pause, signal });
        await walkThrottled<number>((after) => monitors.removeOld(clock.nowMs(), after ?? 0), {
          clock,
          pause,
          signal,
        });
      },
    },
  ];
}
