import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { sessionLimits } from '#shared';
import {
  DAY_MS,
  type DatabaseDialect,
  inTransaction,
  type KyselyDatabase,
  type Schema,
} from '#persistence/stores';
import { OTHER } from '#product/recording/counts';
import { planSwaps } from '#product/recording/counts/rules';
import { mergeSketches } from './add-to-sketches.ts';
import { findTold, type Place, toPair } from './day-pairs.ts';
import { lockDay } from './lock-day.ts';
import { upsertHours } from './note-sessions.ts';

/** Changes of one step, because a transaction should be short and each costs three sketches. */
const SWAPS = 20;

type Day = Pick<Place, 'project_id' | 'starts_at'>;

interface RankedPair {
  readonly place: Place;
  readonly events: number;
}

/**
 * Gives the places of a day's pairs with the fewest sessions to pairs that wait with more. Sessions
 * of pairs that leave go on as others. Told pairs stay.
 */
export async function settlePairs(database: KyselyDatabase, day: Day): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { dialect } = database;
    const { placed, waiting } = await listPairs(transaction, day);
    const isTold = await findTold(transaction, day.project_id, placed);
    const untold = placed.filter((pair) => !isTold(pair));
    const room = sessionLimits.namesPerDay - untold.length;
    const { leaving, entering } = planSwaps(
      untold,
      waiting.slice(0, SWAPS),
      Math.max(room, -SWAPS),
    );
    for (const { place } of leaving) await moveToOthers({ transaction, dialect }, place);
    for (const { place } of entering) await lockDay({ transaction, dialect }, place);
  });
}

async function listPairs(
  transaction: Transaction<Schema>,
  day: Day,
): Promise<{ readonly placed: readonly RankedPair[]; readonly waiting: readonly RankedPair[] }> {
  const days = await transaction
    .selectFrom('session_days')
    .select(['release_id', 'environment_id'])
    .where('project_id', '=', day.project_id)
    .where('starts_at', '=', day.starts_at)
    .execute();
  const ranks = await transaction
    .selectFrom('name_days')
    .select(['name', 'events'])
    .where('project_id', '=', day.project_id)
    .where('kind', '=', 'pair')
    .where('starts_at', '=', day.starts_at)
    .orderBy('events', 'desc')
    .orderBy('name')
    .execute();
  const events = new Map(ranks.map((rank) => [rank.name, rank.events]));
  const places = new Map(days.map((row) => [toPair(row), { ...day, ...row }]));
  places.delete(toPair({ release_id: OTHER, environment_id: OTHER }));
  return {
    placed: [...places]
      .map(([name, place]) => ({ place, events: events.get(name) ?? 0 }))
      .toSorted((a, b) => a.events - b.events || a.place.release_id - b.place.release_id),
    waiting: ranks
      .filter(({ name }) => !places.has(name))
      .map((rank) => {
        const [release_id = OTHER, environment_id = OTHER] = rank.name.split(' ').map(Number);
        return { place: { ...day, release_id, environment_id }, events: rank.events };
      }),
  };
}

async function moveToOthers(
  { transaction, dialect }: { transaction: Transaction<Schema>; dialect: DatabaseDialect },
  place: Place,
): Promise<void> {
  const { project_id, starts_at, release_id, environment_id } = place;
  const isOfPair = sql<boolean>`project_id = ${project_id} and release_id = ${release_id}
    and environment_id = ${environment_id}`;
  // Returns what it deletes, because sessions that another process adds meanwhile belong to others.
  const hours = await transaction
    .deleteFrom('session_hours')
    .where(isOfPair)
    .where('starts_at', '>=', starts_at)
    .where('starts_at', '<', starts_at + DAY_MS)
    .returningAll()
    .execute();
  await upsertHours(transaction, hours.map(toOthers));
  const ofPair = await transaction
    .deleteFrom('session_days')
    .where(isOfPair)
    .where('starts_at', '=', starts_at)
    .returning(['users', 'crashed_users', 'errored'])
    .executeTakeFirst();
  if (!ofPair) return;
  const ofOthers = await lockDay({ transaction, dialect }, toOthers(place));
  await transaction
    .updateTable('session_days')
    .set(mergeSketches(ofOthers, ofPair))
    .where('project_id', '=', project_id)
    .where('starts_at', '=', starts_at)
    .where('release_id', '=', OTHER)
    .where('environment_id', '=', OTHER)
    .execute();
}

function toOthers<Row extends Place>(row: Row): Row {
  return { ...row, release_id: OTHER, environment_id: OTHER };
}
