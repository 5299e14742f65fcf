import { walkBlocks } from '#product/recording/logs';
import { type ErasureStep, isErasing, type StepResult } from './erasure-step.ts';

/** Blocks of one step. A block has up to 256 logs. */
const BLOCKS = 20;

/** Redacts the person's name in bodies and attributes of logs. */
export async function eraseLogs(step: ErasureStep): Promise<StepResult> {
  const { days, dialect, row, person } = step;
  let logs = 0;
  const reachedId = await walkBlocks(
    { days, kind: dialect.kind, projectId: row.project_id, after: row.reached_id, limit: BLOCKS },
    (log) => {
      const erased = person.eraseLog(log);
      if (!erased) return log;
      logs += 1;
      return isErasing(step) ? erased : log;
    },
  );
  return { reachedId: Math.min(reachedId, row.last_id), counts: { logs } };
}
