import { type Job, operatorLimits } from '#shared';
import { OperatorWatch, type OperatorWatchParts } from './operator-watch.ts';

/**
 * Makes the job that judges the conditions of this relay and of the whole installation. `exclusive`
 * keeps relays from judging at the same time.
 */
export function operatorAlertJobs(parts: OperatorWatchParts): readonly Job[] {
  const watch = new OperatorWatch(parts);
  return [
    {
      name: 'operator-alerts',
      everyMs: operatorLimits.judgedEveryMs,
      exclusive: true,
      run: () => watch.judgeConditions(),
    },
  ];
}
