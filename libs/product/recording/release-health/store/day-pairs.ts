import type { Transaction } from 'kysely';
import { groupByName, inChunks, type Schema } from '#persistence/stores';
import {
  allowNames,
  type BroughtName,
  noteOthers,
  OTHER,
  UNNAMED,
} from '#product/recording/counts';
import type { SessionDaysTable } from './session.tables.ts';

export type Place = Pick<
  SessionDaysTable,
  'project_id' | 'starts_at' | 'release_id' | 'environment_id'
>;

/** A pair of release and environment on a day. */
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

/** Returns the pairs that are counted by name: told ones, and new ones within their key's share. */
export async function placePairs(
  transaction: Transaction<Schema>,
  pairs: readonly DayPair[],
  nowMs: number,
): Promise<ReadonlySet<DayPair>> {
  const placed = new Set<DayPair>();
  const days = groupByName(pairs, ({ place }) => `${place.project_id} ${place.starts_at}`);
  for (const day of days.values()) {
    const { project_id: projectId } = day[0]!.place;
    const known = await listPlaced(transaction, day);
    const names = day.filter(({ name }) => name !== OTHERS && !known.has(name));
    const isTold = await findTold(transaction, projectId, names);
    const brought = names.filter((pair) => !isTold(pair));
    for (const pair of await allowNames(transaction, projectId, { brought, nowMs })) {
      placed.add(pair);
    }
    for (const pair of names.filter(isTold)) placed.add(pair);
    for (const pair of day) if (known.has(pair.name) && pair.name !== OTHERS) placed.add(pair);
    const others = day.filter((pair) => !placed.has(pair) || hasOther(pair.place));
    await noteOthers(transaction, projectId, { others, nowMs });
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
async function findTold(
  db: Transaction<Schema>,
  projectId: number,
  pairs: readonly DayPair[],
): Promise<(pair: DayPair) => boolean> {
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
