import { randomUUID } from 'node:crypto';
import type { AlertedCondition } from '../index.ts';
import { formatDuration, formatUtc } from '#shared';
import { operatorConditions } from '../rules/operator-conditions.ts';
import type { AlertMessage } from '#product/alerting/channels/rules';

export function composeOperatorAlert(
  { news, seen, standing, nowMs }: AlertedCondition,
  publicUrl: string,
): AlertMessage {
  const { name, scope, level, sinceMs, clearSinceMs = nowMs } = standing;
  const { title = operatorConditions[name].title, advice = operatorConditions[name].advice } = seen;
  const isOver = news === 'over';
  return {
    id: randomUUID(),
    incident: ['operator', name, scope, sinceMs].filter((part) => part !== '').join('-'),
    kind: 'operator',
    title: isOver ? `Over since ${formatUtc(clearSinceMs)}: ${title}` : `${title}${ADDED[news]}`,
    lines: [
      ...seen.facts,
      ...(isOver
        ? [`It lasted ${formatDuration(clearSinceMs - sinceMs)}, since ${formatUtc(sinceMs)}.`]
        : [`Since ${formatUtc(sinceMs)}.`, advice]),
    ],
    level: isOver ? 'ok' : level === 2 ? 'error' : 'warning',
    issues: [],
    more: 0,
    url: `${publicUrl}/settings/operation`,
    atMs: nowMs,
  };
}

const ADDED = { began: '', worse: ', more than before', lasts: ', still' } as const;
