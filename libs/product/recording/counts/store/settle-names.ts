import type { Kysely } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { compareText, inTransaction } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';
import { planSwaps } from '../rules/plan-swaps.ts';
import type { CountedNameKind } from './count.tables.ts';
import { insertNames } from './name-ids.ts';
import { listTold, toRankedFrom } from './name-ranks.ts';

interface BoundedList {
  readonly projectId: number;
  readonly kind: CountedNameKind;
}

/** A name in the list has an id; others wait. */
interface RankedName {
  readonly id: number | undefined;
  readonly kind: CountedNameKind;
  readonly name: string;
  readonly events: number;
}

/**
 * Gives the places of names with the fewest events to names that wait with more. Counts stay under
 * the ids of names that leave. Nobody has these ids any more, so they count as others.
 */
export async function settleList(
  database: KyselyDatabase,
  { projectId, kind }: BoundedList,
  nowMs: number,
): Promise<void> {
  const names = await listUntold(database.kysely, { projectId, kind }, nowMs);
  const placed = names.filter(({ id }) => id !== undefined).toSorted(byEvents);
  const waiting = names.filter(({ id }) => id === undefined).toSorted((a, b) => byEvents(b, a));
  const swaps = planSwaps(placed, waiting, recordingLimits.countedNames[kind] - placed.length);
  const entering = swaps.entering.toSorted((a, b) => compareText(a.name, b.name));
  await inTransaction(database, async (transaction) => {
    await insertNames(transaction, projectId, entering);
    const told = await listTold(transaction, projectId, swaps.leaving);
    const ids = swaps.leaving.filter((each) => !told.has(each)).flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return;
    await transaction
      .deleteFrom('counted_names')
      .where('id', 'in', ids)
      // SQLite gives the highest id again after its row is deleted, and counts may still have it.
      .where('id', '<', (highest) =>
        highest
          .selectFrom('counted_names')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('project_id', '=', projectId),
      )
      .execute();
  });
}

function byEvents(a: RankedName, b: RankedName): number {
  return a.events - b.events || (a.id ?? 0) - (b.id ?? 0) || compareText(a.name, b.name);
}

/** Reads three lists by their keys, because PostgreSQL joins new tables of this size badly. */
async function listUntold(
  db: Kysely<Schema>,
  { projectId, kind }: BoundedList,
  nowMs: number,
): Promise<readonly RankedName[]> {
  const placed = await db
    .selectFrom('counted_names')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .execute();
  const told = await db
    .selectFrom('told_names')
    .select('name')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .execute();
  const ranks = await db
    .selectFrom('name_days')
    .select(({ fn }) => ['name', fn.sum<number | string>('events').as('events')])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('starts_at', '>=', toRankedFrom(nowMs))
    .groupBy('name')
    .execute();
  const ids = new Map(placed.map(({ id, name }) => [name, id]));
  const events = new Map(ranks.map((rank) => [rank.name, Number(rank.events)]));
  for (const { name } of told) {
    ids.delete(name);
    events.delete(name);
  }
  return [...new Set([...ids.keys(), ...events.keys()])].map((name) => ({
    id: ids.get(name),
    kind,
    name,
    events: events.get(name) ?? 0,
  }));
}
