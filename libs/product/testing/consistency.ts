import { expect } from '@jest/globals';
import type { Kysely, Selectable } from 'kysely';
import type { EventsTable } from '../recording/storage/store/events/event.tables.ts';
import { countBuckets } from '../recording/counts/store/count-buckets.ts';
import type { EventCountsTable } from '../recording/counts/store/count.tables.ts';
import type {
  GroupingKeysTable,
  IssuesTable,
  KeyPointersTable,
  KeyUsersTable,
} from '../recording/issues/store/issue.tables.ts';
import type { Schema } from '#persistence/stores';
import { toKeyName } from '#persistence/stores';

type KeyRow = Selectable<GroupingKeysTable>;
type IssueRow = Selectable<IssuesTable>;

interface Rows {
  readonly keys: readonly KeyRow[];
  readonly issues: readonly IssueRow[];
  readonly events: readonly Pick<
    Selectable<EventsTable>,
    'id' | 'grouping_key_id' | 'occurred_at'
  >[];
  readonly counts: readonly (readonly EventCountsTable[])[];
  readonly users: readonly Selectable<KeyUsersTable>[];
  readonly pointers: readonly KeyPointersTable[];
}

/**
 * Expects that every counter equals a recount of its rows. Also expects that no key has more than
 * one row or pointer.
 */
export async function expectConsistent(db: Kysely<Schema>): Promise<void> {
  const rows: Rows = {
    keys: await db.selectFrom('grouping_keys').selectAll().execute(),
    issues: await db.selectFrom('issues').selectAll().execute(),
    events: await db
      .selectFrom('events')
      .select(['id', 'grouping_key_id', 'occurred_at'])
      .orderBy('occurred_at')
      .orderBy('id')
      .execute(),
    counts: await Promise.all(
      countBuckets.map(({ table }) => db.selectFrom(table).selectAll().execute()),
    ),
    users: await db.selectFrom('key_users').selectAll().execute(),
    pointers: await db.selectFrom('key_pointers').selectAll().execute(),
  };
  const { keys, issues, pointers } = rows;
  for (const key of keys) expect(toCounted(key)).toEqual(recountKey(key, rows));
  const live = issues.filter(({ merged_into }) => merged_into === null);
  for (const issue of live) expect(toSummed(issue)).toEqual(sumIssue(issue, rows));
  const liveIds = new Set(live.map(({ id }) => id));
  for (const { merged_into } of issues) {
    if (merged_into !== null) expect(liveIds).toContain(merged_into);
  }
  for (const { issue_id } of keys) {
    if (issue_id !== null) expect(liveIds).toContain(issue_id);
  }
  const named = [...keys, ...pointers].map(({ project_id, key }) => toKeyName(project_id, key));
  expect(new Set(named).size).toBe(named.length);
}

function toCounted(key: KeyRow) {
  const { id, events, users, pointers, newest_event_id, first_seen_at, last_seen_at } = key;
  return {
    id,
    events,
    inBuckets: countBuckets.map(() => events),
    users,
    pointers,
    newest_event_id,
    first_seen_at,
    last_seen_at,
  };
}

function recountKey(
  { id, first_seen_at, last_seen_at }: KeyRow,
  rows: Rows,
): ReturnType<typeof toCounted> {
  const ofKey = <R extends { grouping_key_id: number }>(all: readonly R[]) =>
    all.filter(({ grouping_key_id }) => grouping_key_id === id);
  const events = ofKey(rows.events);
  return {
    id,
    events: events.length,
    inBuckets: rows.counts.map((counts) => sum(ofKey(counts))),
    users: ofKey(rows.users).length,
    pointers: ofKey(rows.pointers).length,
    newest_event_id: events.at(-1)?.id ?? 0,
    first_seen_at: events[0]?.occurred_at ?? first_seen_at,
    last_seen_at: events.at(-1)?.occurred_at ?? last_seen_at,
  };
}

function toSummed(issue: IssueRow) {
  const { id, events, users, surplus_users, first_seen_at, last_seen_at } = issue;
  const { type, value, place, level } = issue;
  const times = { first_seen_at, last_seen_at };
  return {
    id,
    events,
    users,
    surplus_users,
    ...times,
    type,
    value,
    place,
    level,
    areSeveral: true,
  };
}

function sumIssue({ id }: IssueRow, rows: Rows): ReturnType<typeof toSummed> {
  const keys = rows.keys.filter(({ issue_id }) => issue_id === id);
  const ids = new Set(keys.map((key) => key.id));
  const met = rows.users.filter(({ grouping_key_id }) => ids.has(grouping_key_id));
  const users = new Set(met.map(({ user_hash }) => user_hash)).size;
  const filled = keys.filter((key) => key.events > 0);
  const telling = filled.length > 0 ? filled : keys;
  const newest = telling.toSorted(
    (a, b) => b.last_seen_at - a.last_seen_at || b.newest_event_id - a.newest_event_id,
  )[0]!;
  const { type, value, place, level } = newest;
  return {
    id,
    events: sum(keys),
    users,
    surplus_users: met.length - users,
    first_seen_at: Math.min(...telling.map((key) => key.first_seen_at)),
    last_seen_at: newest.last_seen_at,
    type,
    value,
    place,
    level,
    areSeveral: keys.every((key) => Boolean(key.is_one_of_several) === keys.length > 1),
  };
}

function sum(rows: readonly { readonly events: number }[]): number {
  return rows.reduce((total, { events }) => total + events, 0);
}
