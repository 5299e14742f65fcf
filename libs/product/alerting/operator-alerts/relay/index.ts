import { type Job, operatorLimits } from '#shared';
import { OperatorWatch, type OperatorWatchParts } from './operator-watch.ts';

/** Each relay judges itself in its turn, and what all of them share. */
export function operatorAlertJobs(parts: OperatorWatchParts): readonly Job[] {
  const watch = new OperatorWatch(parts);
  return [
    {
      name: 'operator-alerts',
      everyMs: operatorLimits.judgedEveryMs,
      exclusive: true,
      run: () => watch.look(),
    },
  ];
}
