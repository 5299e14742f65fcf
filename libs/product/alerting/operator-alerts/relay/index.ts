import type { Job } from '#shared';
import * as operatorLimits from '../rules/operator-limits.ts';
import { OperatorWatch, type OperatorWatchParts } from './operator-watch.ts';

/**
 * Makes the job that checks the conditions of this relay and of the whole installation. Only one
 * relay at a time runs it (`exclusive`).
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
