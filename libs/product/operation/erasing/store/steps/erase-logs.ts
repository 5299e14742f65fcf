import { walkBlocks } from '#product/recording/logs';
import type { Log, LogValue } from '#shared';
import type { PersonEraser } from '../person-eraser.ts';
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
      const erased = eraseLog(log, person);
      if (!erased) return log;
      logs += 1;
      return isErasing(step) ? erased : log;
    },
  );
  return { reachedId: Math.min(reachedId, row.last_id), counts: { logs } };
}

/** Returns undefined when the log does not name the person. */
export function eraseLog(log: Log, person: PersonEraser): Log | undefined {
  const body = person.redact(log.body);
  let isNamed = body !== log.body;
  const attributes: Record<string, LogValue> = {};
  for (const [name, value] of Object.entries(log.attributes)) {
    const text = String(value);
    const erased = person.is(text) ? person.mark : person.redact(text);
    isNamed ||= erased !== text;
    attributes[name] = erased === text ? value : erased;
  }
  return isNamed ? { ...log, body, attributes } : undefined;
}
