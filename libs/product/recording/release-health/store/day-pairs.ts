import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { sessionLimits } from '#shared';
import { groupByName, type Schema } from '#persistence/stores';
import { addRanks, allowNames, type BroughtName, listMet, OTHER } from '#product/recording/counts';
import type { SessionDaysTable } from './session.tables.ts';

export type Place = Pick<
  SessionDaysTable,
  'project_id' | 'starts_at' | 'release_id' | 'environment_id'
>;

/** A pair of release and environment on a day. `events` ranks it, `sessions` is what came. */
export interface DayPair extends BroughtName {
  readonly place: Place;
  readonly sessions: number;
}

export function toPair({
  release_id,
  environment_id,
}: Pick<Place, 'release_id' | 'environment_id'>): string {
  return `${release_id} ${environment_id}`;
}

const OTHERS = toPair({ release_id: OTHER, environment_id: OTHER });

/**
 * Returns the pairs that are counted by name. A day counts `sessionLimits.namesPerDay` pairs, beside
 * those of releases that people or tokens named. Others wait for a place (`settlePairs`).
 */
export async function placePairs(
  transaction: Transaction<Schema>,
  pairs: readonly DayPair[],
  nowMs: number,
): Promise<ReadonlySet<DayPair>> {
  const placed = new Set<DayPair>();
  const named = pairs.filter(({ name }) => name !== OTHERS);
  const days = groupByName(named, ({ place }) => `${place.project_id} ${place.starts_at}`);
  for (const day of days.values()) {
    const { project_id: projectId, starts_at: fromMs } = day[0]!.place;
    const known = await listPlaced(transaction, day);
    const names = day.filter((pair) => !known.has(pair.name));
    const met = await listMet(transaction, projectId, { names, fromMs, toMs: fromMs });
    const fresh = new Set(names.filter((pair) => !met.has(pair)));
    const told = await listToldReleases(transaction, projectId, names);
    const isTold = ({ place }: DayPair) => told.has(place.release_id);
    const brought = names.filter((pair) => !isTold(pair));
    const allowed = await allowNames(transaction, projectId, { brought, fresh, nowMs });
    const room = allowed.size > 0 ? await countRoom(transaction, day[0]!.place) : 0;
    for (const pair of [...allowed].slice(0, Math.max(0, room))) placed.add(pair);
    for (const pair of names.filter(isTold)) placed.add(pair);
    for (const pair of day) if (known.has(pair.name)) placed.add(pair);
    const ranked = day.filter((pair) => !fresh.has(pair) || allowed.has(pair) || placed.has(pair));
    await addRanks(
      transaction,
      ranked.map(({ name, events, kind, place: { project_id, starts_at } }) => ({
        project_id,
        kind,
        name,
        starts_at,
        events,
      })),
    );
  }
  return placed;
}

async function listPlaced(
  transaction: Transaction<Schema>,
  day: readonly DayPair[],
): Promise<ReadonlySet<string>> {
  const { project_id, starts_at } = day[0]!.place;
  const rows = await transaction
    .selectFrom('session_days')
    .select(['release_id', 'environment_id'])
    .where('project_id', '=', project_id)
    .where('starts_at', '=', starts_at)
    .where('release_id', 'in', [...new Set(day.map(({ place }) => place.release_id))])
    .execute();
  return new Set(rows.map((row) => toPair(row)));
}

/** Returns the ids of those releases that people or tokens named. */
export async function listToldReleases(
  db: Kysely<Schema>,
  projectId: number,
  pairs: readonly { readonly place: Pick<Place, 'release_id'> }[],
): Promise<ReadonlySet<number>> {
  if (pairs.length === 0) return new Set();
  const rows = await db
    .selectFrom('counted_names as n')
    .innerJoin('told_names as t', (join) =>
      join
        .onRef('t.project_id', '=', 'n.project_id')
        .onRef('t.kind', '=', 'n.kind')
        .onRef('t.name', '=', 'n.name'),
    )
    .select('n.id')
    .where('n.project_id', '=', projectId)
    .where('n.kind', '=', 'release')
    .where('n.id', 'in', [...new Set(pairs.map(({ place }) => place.release_id))])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Counts the places that a day has left, besides those of told releases. */
export async function countRoom(
  db: Kysely<Schema>,
  { project_id, starts_at }: Pick<Place, 'project_id' | 'starts_at'>,
): Promise<number> {
  const { rows } = await sql<{ readonly pairs: number }>`
    select count(*) as pairs from session_days d
    left join counted_names n on n.id = d.release_id
    left join told_names t
      on t.project_id = d.project_id and t.kind = 'release' and t.name = n.name
    where d.project_id = ${project_id} and d.starts_at = ${starts_at} and t.name is null
      and not (d.release_id = ${sql.lit(OTHER)} and d.environment_id = ${sql.lit(OTHER)})
  `.execute(db);
  return sessionLimits.namesPerDay - rows[0]!.pairs;
}
