import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { alertLimits } from '#shared';
import type { AlertRule, AlertThreshold, FiringReason } from '#shared';
import type { Schema } from '../../schema.ts';
import { MINUTE_MS } from '../../statements/buckets.ts';
import { inChunks } from '../../statements/chunks.ts';

/** When a rule would have fired for an issue; 0: for the whole project. */
export interface FiringTime {
  readonly issueId: number;
  readonly atMs: number;
}

/** The same, with why. */
export interface PreviewedFiring extends FiringTime {
  readonly reason: FiringReason;
}

interface PreviewedWindow {
  readonly rule: AlertRule;
  readonly projectId: number;
  readonly nowMs: number;
  /** Those that the rule looks at. */
  readonly issueIds: readonly number[];
}

/** The minutes of the last two hours with which a threshold of the rule was reached. */
export async function listCrossings(
  db: Kysely<Schema>,
  asked: PreviewedWindow,
): Promise<PreviewedFiring[]> {
  const { events, users } = asked.rule;
  const reach = (counted: readonly Counted[], kind: 'events' | 'users', of: AlertThreshold) =>
    findReached(ofThreshold(of, counted), of).map((time) => ({ ...time, reason: { kind, ...of } }));
  return [
    ...(events ? reach(await listEvents(db, asked), 'events', events) : []),
    ...(users ? reach(await listUsers(db, asked), 'users', users) : []),
  ];
}

/** What counts for a threshold in one minute: events, or one user. */
interface Counted extends FiringTime {
  readonly count: number;
  /** Counts once in a window, however often they are met. */
  readonly user?: number;
}

/** By issue and minute. */
function ofThreshold({ of }: AlertThreshold, counted: readonly Counted[]): readonly Counted[] {
  return counted
    .map((each) => (of === 'project' ? { ...each, issueId: 0 } : each))
    .toSorted((one, other) => one.issueId - other.issueId || one.atMs - other.atMs);
}

function listEvents(
  db: Kysely<Schema>,
  { nowMs, issueIds }: PreviewedWindow,
): Promise<readonly Counted[]> {
  return inChunks(issueIds, async (chunk) => {
    const rows = await db
      .selectFrom('event_minutes')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'event_minutes.grouping_key_id')
      .select(['issue_id', 'starts_at', sql<number | string>`sum(event_minutes.events)`.as('sum')])
      .where('issue_id', 'in', chunk)
      .where('starts_at', '>=', nowMs - alertLimits.previewThresholdMs)
      .groupBy(['issue_id', 'starts_at'])
      .execute();
    return rows.map((row) => ({
      issueId: row.issue_id!,
      atMs: row.starts_at,
      count: Number(row.sum),
    }));
  });
}

function listUsers(
  db: Kysely<Schema>,
  { projectId, nowMs, issueIds }: PreviewedWindow,
): Promise<readonly Counted[]> {
  const minute = sql<number>`events.received_at - events.received_at % ${sql.lit(MINUTE_MS)}`;
  return inChunks(issueIds, async (chunk) => {
    const rows = await db
      .selectFrom('events')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .select(['issue_id', 'user_number', minute.as('starts_at')])
      .distinct()
      .where('events.project_id', '=', projectId)
      .where('events.received_at', '>=', nowMs - alertLimits.previewThresholdMs)
      .where('issue_id', 'in', chunk)
      .where('user_number', 'is not', null)
      .execute();
    return rows.map((row) => ({
      issueId: row.issue_id!,
      atMs: row.starts_at,
      user: row.user_number!,
      count: 1,
    }));
  });
}

/** The minutes with which a window reaches the threshold. What counts is sorted by issue and time. */
function findReached(
  counted: readonly Counted[],
  { count: wanted, minutes }: AlertThreshold,
): FiringTime[] {
  const reached: FiringTime[] = [];
  let first = 0;
  let sum = 0;
  let users = new Map<number, number>();
  const add = ({ user, count }: Counted, sign: 1 | -1): void => {
    if (user === undefined) {
      sum += sign * count;
      return;
    }
    const times = (users.get(user) ?? 0) + sign;
    if (times === 0) users.delete(user);
    else users.set(user, times);
  };
  for (const [index, each] of counted.entries()) {
    const { issueId, atMs } = each;
    if (counted[first]!.issueId !== issueId) {
      [first, sum] = [index, 0];
      users = new Map();
    }
    add(each, 1);
    for (; counted[first]!.atMs <= atMs - minutes * MINUTE_MS; first += 1) add(counted[first]!, -1);
    if (sum + users.size >= wanted) reached.push({ issueId, atMs });
  }
  return reached;
}
