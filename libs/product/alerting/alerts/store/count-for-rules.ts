import { sql } from 'kysely';
import { alertLimits, operationLimits } from '#shared';
import type { AlertThreshold, FiringReason } from '../rules/alert-rule.ts';
import { MINUTE_MS, toBucketStart, inChunks, compareText } from '#persistence/stores';
import type { Recording } from '#product/recording/steps';
import type { RecordedEvent } from '#product/recording/reports';
import type { Finding } from './batch-issues.ts';
import type { JudgingRule } from './rule-row.ts';

/**
 * Events are counted in slots of this length. Slots that begin before the rule's window do not
 * count, so up to ten seconds of the window are missed. A rule therefore never fires too early.
 */
const SLOT_MS = 10_000;

/** Events that count for a rule with thresholds; `issueId` 0 stands for the whole project. */
export interface CountedEvents {
  readonly rule: JudgingRule;
  readonly issueId: number;
  readonly events: readonly RecordedEvent[];
}

/**
 * Adds the events to the stored counts. Returns a finding for each threshold that is now reached.
 * All times are times of receipt; a window ends with the batch's newest event.
 */
export async function reachThresholds(
  recording: Recording,
  counted: readonly CountedEvents[],
): Promise<Finding[]> {
  const sorted = counted.toSorted((a, b) => a.rule.id - b.rule.id || a.issueId - b.issueId);
  const findings: Finding[] = [];
  for (const kind of ['events', 'users'] as const) {
    const ofKind = sorted.filter(
      ({ rule, issueId }) => rule[kind]?.of === (issueId === 0 ? 'project' : 'issue'),
    );
    findings.push(...(await findReached(recording, ofKind, kind)));
  }
  return findings;
}

export function hasThreshold(rule: JudgingRule, of: AlertThreshold['of']): boolean {
  return rule.events?.of === of || rule.users?.of === of;
}

async function findReached(
  recording: Recording,
  counted: readonly CountedEvents[],
  kind: 'events' | 'users',
): Promise<Finding[]> {
  if (counted.length === 0) return [];
  await (kind === 'events' ? addMinutes(recording, counted) : addUsers(recording, counted));
  const findings: Finding[] = [];
  for (const rule of new Set(counted.map((each) => each.rule))) {
    const ofRule = counted.filter((each) => each.rule === rule);
    const threshold = rule[kind]!;
    const window = { ruleId: rule.id, fromMs: newest(ofRule) - threshold.minutes * MINUTE_MS };
    const issueIds = ofRule.map(({ issueId }) => issueId);
    const counts = await readCounts(recording, kind, { ...window, issueIds });
    for (const { issueId, events } of ofRule) {
      if ((counts.get(issueId) ?? 0) < threshold.count) continue;
      const reason: FiringReason = { kind, ...threshold };
      const event = events.at(-1)!;
      findings.push({ rule, issueId: issueId === 0 ? undefined : issueId, reason, event });
    }
  }
  return findings;
}

function newest(counted: readonly CountedEvents[]): number {
  return counted.reduce(
    (latest, { events }) => Math.max(latest, events.at(-1)!.grouped.event.receivedAtMs),
    0,
  );
}

async function addMinutes({ transaction }: Recording, counted: readonly CountedEvents[]) {
  const rows = counted.flatMap(({ rule, issueId, events }) => {
    const minutes = new Map<number, number>();
    for (const { grouped } of events) {
      const startsAt = toBucketStart(grouped.event.receivedAtMs, SLOT_MS);
      minutes.set(startsAt, (minutes.get(startsAt) ?? 0) + 1);
    }
    return [...minutes]
      .toSorted(([a], [b]) => a - b)
      .map(([starts_at, count]) => ({
        rule_id: rule.id,
        issue_id: issueId,
        starts_at,
        events: count,
      }));
  });
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('alert_minutes')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['rule_id', 'issue_id', 'starts_at'])
          .doUpdateSet({ events: sql<number>`alert_minutes.events + excluded.events` }),
      )
      .execute(),
  );
}

interface Window {
  readonly ruleId: number;
  /** 0 stands for the whole project. */
  readonly issueIds: readonly number[];
  readonly fromMs: number;
}

async function readCounts(
  recording: Recording,
  kind: 'events' | 'users',
  { ruleId, issueIds, fromMs }: Window,
): Promise<ReadonlyMap<number, number>> {
  const { transaction, nowMs } = recording;
  const [table, at, count] =
    kind === 'events'
      ? ([
          'alert_minutes',
          sql.ref<number>('starts_at'),
          sql<number | string>`sum(events)`,
        ] as const)
      : (['alert_users', sql.ref<number>('seen_at'), sql<number | string>`count(*)`] as const);
  const rows = await inChunks(issueIds, (chunk) =>
    transaction
      .selectFrom(table as 'alert_minutes')
      .select(['issue_id', count.as('count')])
      .where('rule_id', '=', ruleId)
      .where('issue_id', 'in', chunk)
      .where(at, '>', fromMs)
      .where(at, '<=', nowMs + operationLimits.clocksDifferMs)
      .groupBy('issue_id')
      .execute(),
  );
  const counts = new Map(rows.map((row) => [row.issue_id, Number(row.count)]));
  for (const [issueId, users] of kind === 'users' ? counts : []) {
    if (users > 2 * alertLimits.thresholdUsers) await dropUsers(recording, ruleId, issueId);
  }
  return counts;
}

async function addUsers(
  { transaction, sealUser }: Recording,
  counted: readonly CountedEvents[],
): Promise<void> {
  const rows = counted.flatMap(({ rule, issueId, events }) => {
    const users = new Map<string, number>();
    for (const { grouped } of events) {
      const { userHash, event } = grouped;
      if (userHash !== undefined)
        users.set(sealUser(event.projectId, userHash), event.receivedAtMs);
    }
    return [...users]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([user_hash, seen_at]) => ({ rule_id: rule.id, issue_id: issueId, user_hash, seen_at }));
  });
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('alert_users')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['rule_id', 'issue_id', 'user_hash'])
          .doUpdateSet({ seen_at: sql<number>`excluded.seen_at` })
          .where(sql<boolean>`alert_users.seen_at < excluded.seen_at`),
      )
      .execute(),
  );
}

/** Keeps only the most recently seen users, as many as the highest allowed threshold needs. */
async function dropUsers(
  { transaction }: Recording,
  ruleId: number,
  issueId: number,
): Promise<void> {
  await transaction
    .deleteFrom('alert_users')
    .where('rule_id', '=', ruleId)
    .where('issue_id', '=', issueId)
    .where('seen_at', '<', (expressions) =>
      expressions
        .selectFrom('alert_users')
        .select('seen_at')
        .where('rule_id', '=', ruleId)
        .where('issue_id', '=', issueId)
        .orderBy('seen_at', 'desc')
        .offset(alertLimits.thresholdUsers - 1)
        .limit(1),
    )
    .execute();
}
