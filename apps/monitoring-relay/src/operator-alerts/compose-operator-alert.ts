import { randomUUID } from 'node:crypto';
import type { ToldCondition } from '#persistence';
import { formatDuration, formatUtc, operatorConditions } from '#shared';
import type { AlertMessage, OperatorConditionName } from '#shared';

/** What to do about it, or what Errata does by itself. */
const ADVICE: Readonly<Record<OperatorConditionName, readonly string[]>> = {
  behind: [
    'Reports are safe in the spool meanwhile. Look at the operation page whether the database answers and whether more arrives than this machine can process.',
  ],
  disk: [
    'Make room, or give DATA_DIR a larger disk. Errata refuses reports before the disk is full. `npm run errata -- space` shows what takes room.',
  ],
  budget: [
    'From 90 % on Errata thins the oldest events by itself, so that new ones are kept. For a longer history raise STORAGE_BUDGET_BYTES, or shorten the retention of noisy projects.',
  ],
  limit: [
    'Look at what these projects send. Filters and rates of keys are in their settings; the storage budget is STORAGE_BUDGET_BYTES.',
  ],
  upstream: [
    'Reports wait and are sent once it answers, as long as there is room for them. Look whether the other service is up and takes the DSN.',
  ],
  dsn: [
    'An application was deployed with an old or mistyped DSN: its errors are lost until it is mended. The operation page lists who sends them.',
  ],
};

/** What those who run Errata are told: what, since when, and what to do. `publicUrl` is that of the console. */
export function composeOperatorAlert(
  { news, seen: { facts }, standing, nowMs }: ToldCondition,
  publicUrl: string,
): AlertMessage {
  const { name, scope, level, sinceMs, clearSinceMs = nowMs } = standing;
  const { title } = operatorConditions[name];
  const isOver = news === 'over';
  return {
    id: randomUUID(),
    incident: ['operator', name, scope, sinceMs].filter((part) => part !== '').join('-'),
    kind: 'operator',
    title: isOver ? `Over since ${formatUtc(clearSinceMs)}: ${title}` : `${title}${ADDED[news]}`,
    lines: isOver
      ? [
          ...facts,
          `It lasted ${formatDuration(clearSinceMs - sinceMs)}, since ${formatUtc(sinceMs)}.`,
        ]
      : [...facts, `Since ${formatUtc(sinceMs)}.`, ...ADVICE[name]],
    level: isOver ? 'ok' : level === 2 ? 'error' : 'warning',
    issues: [],
    more: 0,
    url: `${publicUrl}/settings/operation`,
    atMs: nowMs,
  };
}

const ADDED = { began: '', worse: ', more than before', lasts: ', still' } as const;
