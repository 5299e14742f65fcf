import { randomUUID } from 'node:crypto';
import type { AlertedCondition } from '../index.ts';
import { formatDuration, formatUtc } from '#shared';
import { operatorConditions } from '../rules/operator-conditions.ts';
import type { AlertMessage } from '#product/alerting/channels/rules';
import type { OperatorConditionName } from '../rules/operator-conditions.ts';

const ADVICE: Readonly<Record<OperatorConditionName, readonly string[]>> = {
  behind: [
    'Reports are safe in the spool meanwhile. Check on the operation page whether the database answers, and whether more reports arrive than this machine can process.',
  ],
  disk: [
    'Make room, or give DATA_DIR a larger disk. Errata refuses reports before the disk is full. The operation page and `errata usage` show what takes room.',
  ],
  budget: [
    'From 90 % on, Errata thins the oldest events to keep new ones. For a longer history raise STORAGE_BUDGET_BYTES, or shorten the retention of noisy projects.',
  ],
  limit: [
    'Check what these projects send. Their settings have filters and rates of keys. STORAGE_BUDGET_BYTES sets the storage budget.',
  ],
  upstream: [
    'Reports wait as long as there is room, and are sent once the upstream accepts them. Check whether the upstream runs and accepts the DSN.',
  ],
  dsn: [
    'An application has an old or mistyped DSN: its errors are lost until you correct the DSN. The operation page lists the senders.',
  ],
};

export function composeOperatorAlert(
  { news, seen: { facts, advice }, standing, nowMs }: AlertedCondition,
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
      : [
          ...facts,
          `Since ${formatUtc(sinceMs)}.`,
          ...(advice === undefined ? ADVICE[name] : [advice]),
        ],
    level: isOver ? 'ok' : level === 2 ? 'error' : 'warning',
    issues: [],
    more: 0,
    url: `${publicUrl}/settings/operation`,
    atMs: nowMs,
  };
}

const ADDED = { began: '', worse: ', more than before', lasts: ', still' } as const;
