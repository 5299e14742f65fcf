import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { toBucketStart, inChunks } from '#persistence/stores';
import { countBuckets, toKeptFrom } from './count-buckets.ts';
import type { CountBuckets } from './count-buckets.ts';
import type { EventCountsTable } from './count.tables.ts';
import type { NameIds } from './name-ids.ts';

export interface CountedEvent {
  readonly keyId: number;
  readonly projectId: number;
  readonly occurredAtMs: number;
  readonly release: string | undefined;
  readonly environment: string | undefined;
  /** 1 when absent; -1 subtracts the event. */
  readonly events?: number;
}

/**
 * Adds events to the buckets in which they occurred. A grouping key has one row for each distinct
 * bucket, release and environment. `names` has the releases and environments of the events. The
 * transaction must hold locks on the grouping keys.
 */
export async function addCounts(
  transaction: Transaction<Schema>,
  events: readonly CountedEvent[],
  { names, nowMs }: { readonly names: NameIds; readonly nowMs: number },
): Promise<void> {
  let rows: readonly EventCountsTable[] = events.map((event) => ({
    grouping_key_id: event.keyId,
    starts_at: event.occurredAtMs,
    release_id: names.get(event.projectId, 'release', event.release),
    environment_id: names.get(event.projectId, 'environment', event.environment),
    events: event.events ?? 1,
    last_at: event.occurredAtMs,
  }));
  for (const buckets of countBuckets) {
    rows = sumUp(rows, buckets);
    const keptFrom = toKeptFrom(buckets, nowMs);
    const kept = rows.filter(({ starts_at }) => starts_at >= keptFrom);
    await upsert(transaction, buckets.table, kept);
  }
}

/**
 * Deletes the buckets of a grouping key that have no events left. `last_at` of the other buckets
 * does not change, and may now be too late.
 */
export async function dropEmptyCounts(
  transaction: Transaction<Schema>,
  keyId: number,
): Promise<void> {
  for (const { table } of countBuckets) {
    await transaction
      .deleteFrom(table)
      .where('grouping_key_id', '=', keyId)
      .where('events', '<=', 0)
      .execute();
  }
}

/** Adds short buckets up into longer ones. */
function sumUp(
  rows: readonly EventCountsTable[],
  { bucketMs }: Pick<CountBuckets, 'bucketMs'>,
): readonly EventCountsTable[] {
  const sums = new Map<string, EventCountsTable>();
  for (const row of rows) {
    const starts_at = bucketMs === Infinity ? 0 : toBucketStart(row.starts_at, bucketMs);
    const name = `${row.grouping_key_id} ${starts_at} ${row.release_id} ${row.environment_id}`;
    const sum = sums.get(name);
    const events = row.events + (sum?.events ?? 0);
    const last_at = Math.max(row.last_at, sum?.last_at ?? 0);
    sums.set(name, { ...row, starts_at, events, last_at });
  }
  return [...sums.values()];
}

async function upsert(
  transaction: Transaction<Schema>,
  table: CountBuckets['table'],
  rows: readonly EventCountsTable[],
): Promise<void> {
  const [events, last] = [sql.ref(`${table}.events`), sql.ref(`${table}.last_at`)];
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto(table)
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['grouping_key_id', 'starts_at', 'release_id', 'environment_id'])
          .doUpdateSet({
            events: sql<number>`${events} + excluded.events`,
            last_at: sql<number>`case when excluded.last_at > ${last} then excluded.last_at else ${last} end`,
          }),
      )
      .execute(),
  );
}
