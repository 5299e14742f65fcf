import { sql, type Transaction } from 'kysely';
import { retentionLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { DAY_MS, toBucketStart } from '#persistence/stores';
import { uncount } from '#product/recording/attachments';
import { dropPayloads } from '#product/retention/deletion';

const ROWS_PER_STEP = 500;

/**
 * A UTC day of a project, to be thinned. The first event of each issue and bucket keeps its
 * payload.
 */
export interface DayToThin {
  readonly projectId: number;
  readonly startsAt: number;
  readonly bucketMs: number;
  readonly share: number;
}

export interface ThinningPosition {
  readonly receivedAt: number;
  readonly id: number;
  /** Issues whose first event in the bucket of `receivedAt` lies before this position. */
  readonly issues: ReadonlySet<number>;
}

interface WholeEvent {
  readonly id: number;
  readonly project_id: number;
  readonly event_id: string;
  readonly received_at: number;
  readonly issue_id: number | null;
  readonly grouping_key_id: number;
  readonly bytes: number;
}

/**
 * Turns some events into stubs (events without payload), except the first event of each issue and
 * bucket. Returns the position reached, or undefined at the end of the day. Existing stubs are
 * skipped.
 */
export async function thinDay(
  transaction: Transaction<Schema>,
  day: DayToThin,
  from: ThinningPosition | undefined,
): Promise<ThinningPosition | undefined> {
  const rows = await listWhole(transaction, day, from);
  const issues = new Set(from?.issues);
  let bucket = toBucketStart(from?.receivedAt ?? day.startsAt, day.bucketMs);
  const further: WholeEvent[] = [];
  let last: WholeEvent | undefined;
  for (const row of rows) {
    const of = toBucketStart(row.received_at, day.bucketMs);
    if (of !== bucket) issues.clear();
    bucket = of;
    // A key of a deleted issue counts as a separate issue until the key and its events are deleted.
    const issue = row.issue_id ?? -row.grouping_key_id;
    if (issues.has(issue)) further.push(row);
    issues.add(issue);
    last = row;
    if (isEnough(further, day.share)) break;
  }
  await makeStubs(transaction, day.projectId, further);
  const isAtEnd = rows.length < toRows(day) && last === rows.at(-1);
  return isAtEnd || !last ? undefined : { receivedAt: last.received_at, id: last.id, issues };
}

function toRows({ share }: DayToThin): number {
  return Math.ceil(ROWS_PER_STEP * share);
}

function isEnough(leaving: readonly WholeEvent[], share: number): boolean {
  const { eventsPerStep, bytesPerStep } = retentionLimits;
  if (leaving.length >= eventsPerStep * share) return true;
  return leaving.reduce((sum, { bytes }) => sum + bytes, 0) >= bytesPerStep * share;
}

function listWhole(
  transaction: Transaction<Schema>,
  day: DayToThin,
  from: ThinningPosition | undefined,
): Promise<WholeEvent[]> {
  const { projectId, startsAt } = day;
  const events = transaction
    .selectFrom('events')
    .innerJoin('event_payloads', 'event_payloads.id', 'events.id')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
    .select(['events.id', 'events.event_id', 'events.received_at', 'events.grouping_key_id'])
    .select(['events.project_id', 'grouping_keys.issue_id'])
    .select(({ fn }) => fn<number>('length', ['body']).as('bytes'))
    .where('events.project_id', '=', projectId)
    .where('events.received_at', '>=', from?.receivedAt ?? startsAt)
    .where('events.received_at', '<', startsAt + DAY_MS)
    .where('not_kept', 'is', null)
    .orderBy('events.received_at')
    .orderBy('events.id')
    .limit(toRows(day));
  if (!from) return events.execute();
  const { receivedAt, id } = from;
  return events
    .where(sql<boolean>`(events.received_at, events.id) > (${receivedAt}, ${id})`)
    .execute();
}

/** Deletes the payloads and files of these events. Their feedback stays. */
async function makeStubs(
  transaction: Transaction<Schema>,
  projectId: number,
  events: readonly WholeEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const stubs = await transaction
    .updateTable('events')
    .set({ not_kept: 'thinned' })
    .where('id', 'in', toIds(events))
    .where('not_kept', 'is', null)
    .returning('id')
    .execute();
  // On PostgreSQL, another process may have deleted some of these events meanwhile.
  const ids = new Set(stubs.map(({ id }) => id));
  const thinned = events.filter(({ id }) => ids.has(id));
  if (thinned.length === 0) return;
  await dropFiles(transaction, projectId, thinned);
  await dropPayloads(transaction, thinned);
}

/**
 * Drops files of events. The files disappear from pages and from the budget at once.
 * `DeletionStore.sweep` deletes their bytes later.
 */
async function dropFiles(
  transaction: Transaction<Schema>,
  projectId: number,
  events: readonly WholeEvent[],
): Promise<void> {
  const eventIds = events.map(({ event_id }) => event_id);
  const dropped = await transaction
    .updateTable('attachments')
    .set({ state: 'dropped' })
    .where('project_id', '=', projectId)
    .where('event_id', 'in', eventIds)
    .where('state', '=', 'kept')
    .returning(['project_id', 'received_at', 'bytes'])
    .execute();
  await uncount(transaction, dropped);
}

function toIds(events: readonly WholeEvent[]): number[] {
  return events.map(({ id }) => id);
}
