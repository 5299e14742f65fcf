import type { Transaction } from 'kysely';
import { alertLimits, isOver, operationLimits } from '#shared';
import { planFiring, toPauseMs } from '../rules/rule-pause.ts';
import type { FiringReason } from '../rules/alert-rule.ts';
import type { FiringTimes } from '../rules/rule-pause.ts';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import type { Recording } from '#product/recording/steps';
import { toRuleIssueKey } from './batch-issues.ts';
import type { Finding } from './batch-issues.ts';

export interface PlannedFinding extends Finding {
  readonly dueMs: number;
}

/**
 * Decides which findings become alerts, and when. After an alert, a rule pauses for the same issue
 * and reason (`planFiring`). During a project's first hour, its first rule sends ten alerts at once
 * and all others in one summary at the end.
 *
 * The recording transaction already holds locks on the issues. This function also locks the rules
 * whose firings depend on the whole project.
 */
export async function planFirings(
  { transaction, dialect, nowMs }: Recording,
  findings: readonly Finding[],
): Promise<PlannedFinding[]> {
  if (findings.length === 0) return [];
  const young = findings.filter(isOfYoung);
  const shared = [...findings.filter(({ issueId }) => issueId === undefined), ...young];
  if (dialect.hasConcurrentWriters && shared.length > 0) await lockRules(transaction, shared);
  const latest = await readLatest(transaction, findings, nowMs);
  const fired = await countFirings(transaction, young);
  return findings.flatMap((finding) => {
    const { rule, issueId, reason } = finding;
    const name = toReasonName(rule.id, issueId, reason);
    const atMs = toReceiptMs(finding);
    const plannedMs = planFiring(latest.get(name), { rule, reason, atMs });
    if (plannedMs === undefined) return [];
    const before = fired.get(rule.id) ?? 0;
    fired.set(rule.id, before + 1);
    const isAtOnce = !isOfYoung(finding) || before < alertLimits.youngAlerts;
    const dueMs = isAtOnce ? plannedMs : Math.max(plannedMs, rule.youngUntilMs!);
    latest.set(name, { atMs, dueMs });
    return [{ ...finding, dueMs }];
  });
}

function isOfYoung(finding: Finding): boolean {
  const { youngUntilMs = 0 } = finding.rule;
  return !isOver(youngUntilMs, toReceiptMs(finding), alertLimits.youngMs);
}

async function readLatest(
  transaction: Transaction<Schema>,
  findings: readonly Finding[],
  nowMs: number,
): Promise<Map<string, FiringTimes>> {
  // A firing is due at most `heldMs` after its rule fired. Its pause ends `pauseMs` later at most,
  // so older firings do not matter.
  const pauseMs = Math.max(...findings.map(({ rule }) => toPauseMs(rule)));
  const heldMs = Math.max(pauseMs, alertLimits.youngMs);
  const firstMs = Math.min(...findings.map(toReceiptMs));
  const rows = await inChunks([...new Set(findings.map(({ rule }) => rule.id))], (chunk) =>
    transaction
      .selectFrom('alert_firings')
      .select(['rule_id', 'issue_id', 'reason', 'at', 'due_at'])
      .where('rule_id', 'in', chunk)
      .where('at', '>', firstMs - pauseMs - heldMs)
      // A firing from the future begins no pause, because the clock was set back since.
      .where('at', '<=', nowMs + operationLimits.clocksDifferMs)
      .where((where) =>
        where.or([
          where('issue_id', 'is', null),
          where('issue_id', 'in', [0, ...findings.flatMap(({ issueId }) => issueId ?? [])]),
        ]),
      )
      .execute(),
  );
  const latest = new Map<string, FiringTimes>();
  for (const { rule_id, issue_id, reason, at, due_at } of rows) {
    const kind = JSON.parse(reason) as FiringReason;
    const name = toReasonName(rule_id ?? 0, issue_id ?? undefined, kind);
    if (due_at >= (latest.get(name)?.dueMs ?? 0)) latest.set(name, { atMs: at, dueMs: due_at });
  }
  return latest;
}

function toReasonName(ruleId: number, issueId: number | undefined, { kind }: FiringReason): string {
  return `${toRuleIssueKey(ruleId, issueId)} ${kind}`;
}

function toReceiptMs({ event }: Finding): number {
  return event.grouped.event.receivedAtMs;
}

async function countFirings(
  transaction: Transaction<Schema>,
  findings: readonly Finding[],
): Promise<Map<number, number>> {
  if (findings.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('alert_firings')
    .select(({ fn }) => ['rule_id', fn.countAll<number>().as('firings')])
    .where('rule_id', 'in', [...new Set(findings.map(({ rule }) => rule.id))])
    .where('is_end', '=', 0)
    .groupBy('rule_id')
    .execute();
  return new Map(rows.map(({ rule_id, firings }) => [rule_id ?? 0, firings]));
}

async function lockRules(
  transaction: Transaction<Schema>,
  findings: readonly Finding[],
): Promise<void> {
  await transaction
    .selectFrom('alert_rules')
    .select('id')
    .where('id', 'in', [...new Set(findings.map(({ rule }) => rule.id))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
