import type { Kysely, Transaction } from 'kysely';
import { sessionLimits } from '#shared';
import { groupByName, inChunks, type Schema } from '#persistence/stores';
import {
  addRanks,
  allowNames,
  type BroughtName,
  listMet,
  noteOthers,
  OTHER,
  UNNAMED,
} from '#product/recording/counts';
import type { SessionDaysTable } from './session.tables.ts';

export type Place = Pick<
  SessionDaysTable,
  'project_id' | 'starts_at' | 'release_id' | 'environment_id'
>;

/** A pair of release and environment on a day. `events` ranks it. */
export interface DayPair extends BroughtName {
  readonly place: Place;
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
 * told ones. Others wait for a place (`settlePairs`).
 */
export async function placePairs(
  transaction: Transaction<Schema>,
  pairs: readonly DayPair[],
  nowMs: number,
): Promise<ReadonlySet<DayPair>> {
  const placed = new Set<DayPair>();
  const days = groupByName(pairs, ({ place }) => `${place.project_id} ${place.starts_at}`);
  for (const day of days.values()) {
    const { project_id: projectId, starts_at: fromMs } = day[0]!.place;
    const known = await listPlaced(transaction, day);
    const names = day.filter(({ name }) => name !== OTHERS && !known.has(name));
    const met = await listMet(transaction, projectId, { names, fromMs, toMs: fromMs });
    const fresh = new Set(names.filter((pair) => !met.has(pair)));
    const isTold = await findTold(transaction, projectId, names);
    const brought = names.filter((pair) => !isTold(pair));
    const allowed = await allowNames(transaction, projectId, { brought, fresh, nowMs });
    const room = allowed.size > 0 ? await countRoom(transaction, day[0]!.place) : 0;
    for (const pair of [...allowed].slice(0, Math.max(0, room))) placed.add(pair);
    for (const pair of names.filter(isTold)) placed.add(pair);
    for (const pair of day) if (known.has(pair.name) && pair.name !== OTHERS) placed.add(pair);
    const others = day.filter((pair) => !placed.has(pair) || hasOther(pair.place));
    await noteOthers(transaction, projectId, { others, nowMs });
    const ranked = day.filter((pair) => placed.has(pair) || met.has(pair) || allowed.has(pair));
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

function hasOther({ release_id, environment_id }: Place): boolean {
  return release_id === OTHER || environment_id === OTHER;
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

/**
 * Returns which of `pairs` people or tokens named: the release, and the environment unless it has
 * no place. A stranger may send a told release with any environment.
 */
export async function findTold(
  db: Kysely<Schema>,
  projectId: number,
  pairs: readonly Pick<DayPair, 'place'>[],
): Promise<(pair: Pick<DayPair, 'place'>) => boolean> {
  const ids = new Set(pairs.flatMap(({ place }) => [place.release_id, place.environment_id]));
  const rows = await inChunks([...ids], (chunk) =>
    db
      .selectFrom('counted_names as n')
      .innerJoin('told_names as t', (join) =>
        join
          .onRef('t.project_id', '=', 'n.project_id')
          .onRef('t.kind', '=', 'n.kind')
          .onRef('t.name', '=', 'n.name'),
      )
      .select('n.id')
      .where('n.project_id', '=', projectId)
      .where('n.id', 'in', chunk)
      .execute(),
  );
  const told = new Set(rows.map(({ id }) => id));
  return ({ place: { release_id, environment_id } }) =>
    told.has(release_id) && (environment_id <= UNNAMED || told.has(environment_id));
}

/** Counts the places that a day has left, besides those of told pairs. */
async function countRoom(
  transaction: Transaction<Schema>,
  { project_id, starts_at }: Pick<Place, 'project_id' | 'starts_at'>,
): Promise<number> {
  const rows = await transaction
    .selectFrom('session_days')
    .select(['project_id', 'starts_at', 'release_id', 'environment_id'])
    .where('project_id', '=', project_id)
    .where('starts_at', '=', starts_at)
    .execute();
  const placed = rows.filter((place) => toPair(place) !== OTHERS).map((place) => ({ place }));
  const isTold = await findTold(transaction, project_id, placed);
  return sessionLimits.namesPerDay - placed.filter((pair) => !isTold(pair)).length;
}
