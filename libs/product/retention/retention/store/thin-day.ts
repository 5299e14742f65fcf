import { sql, type Transaction } from 'kysely';
import { retentionLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { DAY_MS, toBucketStart } from '#persistence/stores';
import { uncount } from '#product/recording/attachments';
import { addStorage } from '#product/recording/storage';

/** Looked at in one step. */
const ROWS_PER_STEP = 500;

/** A day of UTC of a project, of which the first event of each issue and bucket stays whole. */
export interface DayToThin {
  readonly projectId: number;
  readonly startsAt: number;
  readonly bucketMs: number;
  /** Part of the bounds of a step that this one may use. */
  readonly share: number;
}

/** How far a day was walked through, in the order of receipt. */
export interface ThinningPosition {
  readonly receivedAt: number;
  readonly id: number;
  /** Issues that have their first event of the bucket in which that is. */
  readonly issues: ReadonlySet<number>;
}

interface WholeEvent {
  readonly id: number;
  readonly event_id: string;
  readonly received_at: number;
  readonly issue_id: number | null;
  readonly grouping_key_id: number;
  readonly bytes: number;
}

/**
 * Makes stubs of some events that are not first. Resolves with how far that got, or undefined at the end of the day. Begun anew
 * it goes over what is done without a change.
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
    // The events of an issue that was deleted go with their key.
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
    .select('grouping_keys.issue_id')
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

/** Of a stub no file is kept; what users said stays with it. */
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
  // On PostgreSQL another process may have removed some meanwhile.
  const ids = new Set(stubs.map(({ id }) => id));
  const thinned = events.filter(({ id }) => ids.has(id));
  if (thinned.length === 0) return;
  await dropFiles(transaction, projectId, thinned);
  await transaction.deleteFrom('event_payloads').where('id', 'in', toIds(thinned)).execute();
  const changes = thinned.map(({ received_at, bytes }) => ({ atMs: received_at, bytes: -bytes }));
  await addStorage(
    transaction,
    changes.map((change) => ({ projectId, ...change })),
  );
}

/** Out of sight and out of the budget; their bytes are removed with everything that is left. */
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
