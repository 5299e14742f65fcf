import type { Kysely } from 'kysely';
import { retentionLimits, toStorageShares } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { DAY_MS, HOUR_MS, toBucketStart, inTransaction } from '#persistence/stores';
import type { FileOwner } from '#product/recording/attachments';
import { readBudget, sumProjects } from '#product/recording/storage';
import { type Received, removeReceived } from './remove-received.ts';
import { thinDay, type ThinningPosition } from './thin-day.ts';

/**
 * A UTC day of a project's stored data. `thinned` is the index in `BUCKETS_MS` of the day's next
 * thinning.
 */
export interface StoredDay {
  readonly projectId: number;
  readonly startsAt: number;
  readonly thinned: number;
}

export interface RoomPosition {
  readonly day?: StoredDay;
  readonly at?: ThinningPosition;
}

/**
 * Lengths of the buckets for thinning a day. The first thinning keeps one event with payload for
 * each issue and hour, the second one for each issue and day. A third step deletes the whole day.
 */
const BUCKETS_MS = [HOUR_MS, DAY_MS];

interface MakingRoom {
  readonly nowMs: number;
  readonly from: RoomPosition | undefined;
  readonly part: number;
  readonly owners: readonly FileOwner[];
}

export async function makeRoom(
  database: KyselyDatabase,
  { nowMs, from, part, owners }: MakingRoom,
): Promise<RoomPosition | undefined> {
  const { roomBeginsAt, roomEndsAt } = retentionLimits;
  const share = from ? roomEndsAt : roomBeginsAt;
  const crowded = await listCrowded(database.kysely, share);
  if (crowded.length === 0) return undefined;
  const day = from?.day ?? (await findNextDay(database.kysely, crowded, nowMs));
  if (!day) return undefined;
  const bucketMs = BUCKETS_MS[day.thinned];
  return bucketMs === undefined
    ? await removeDay(database, day, { share: part, owners })
    : await thin(database, { day, bucketMs, share: part }, from?.at);
}

/**
 * Lists projects that use more than `share` of their own limit, largest first. Lists all projects
 * when `share` of the whole budget is used.
 */
export async function listCrowded(db: Kysely<Schema>, share: number): Promise<number[]> {
  const budgetBytes = await readBudget(db);
  if (budgetBytes === 0) return [];
  const sums = [...(await sumProjects(db))];
  const all = sums.reduce((sum, [, bytes]) => sum + bytes, 0);
  const isFull = all >= budgetBytes * share;
  const most = toStorageShares(budgetBytes).projectBytes * share;
  return sums
    .filter(([, bytes]) => isFull || bytes >= most)
    .toSorted(([, one], [, other]) => other - one)
    .map(([projectId]) => projectId);
}

/**
 * Returns the next day to thin or delete, from the first project that has such a day. Prefers the
 * least thinned days, and among these the oldest. Never returns a day that overlaps the last 24
 * hours.
 */
export async function findNextDay(
  db: Kysely<Schema>,
  projectIds: readonly number[],
  nowMs: number,
): Promise<StoredDay | undefined> {
  for (const projectId of projectIds) {
    const day = await db
      .selectFrom('storage_days')
      .select(['project_id as projectId', 'starts_at as startsAt', 'thinned'])
      .where('project_id', '=', projectId)
      .where('bytes', '>', 0)
      .where('starts_at', '<', toBucketStart(nowMs - DAY_MS, DAY_MS))
      .orderBy('thinned')
      .orderBy('starts_at')
      .limit(1)
      .executeTakeFirst();
    if (day) return day;
  }
  return undefined;
}

function thin(
  database: KyselyDatabase,
  { day, bucketMs, share }: { day: StoredDay; bucketMs: number; share: number },
  from: ThinningPosition | undefined,
): Promise<RoomPosition> {
  const { projectId, startsAt, thinned } = day;
  return inTransaction(database, async (transaction) => {
    const at = await thinDay(transaction, { projectId, startsAt, bucketMs, share }, from);
    if (at) return { day, at };
    await transaction
      .updateTable('storage_days')
      .set({ thinned: thinned + 1 })
      .where('project_id', '=', projectId)
      .where('starts_at', '=', startsAt)
      .execute();
    return {};
  });
}

function removeDay(
  database: KyselyDatabase,
  day: StoredDay,
  removing: Pick<Received, 'share' | 'owners'>,
): Promise<RoomPosition> {
  const { projectId, startsAt } = day;
  const beforeMs = startsAt + DAY_MS;
  return inTransaction(database, async (transaction) => {
    const removed = await removeReceived(transaction, { projectId, beforeMs, ...removing });
    if (removed !== undefined) return { day };
    // The days are now empty, even when their byte counts say otherwise.
    await transaction
      .deleteFrom('storage_days')
      .where('project_id', '=', projectId)
      .where('starts_at', '<', beforeMs)
      .execute();
    return {};
  });
}
