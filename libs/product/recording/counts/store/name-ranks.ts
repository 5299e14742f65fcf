import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { sessionLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { DAY_MS, HOUR_MS, compareText, groupByName, inChunks } from '#persistence/stores';
import { toBucketStart } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';
import type { BoundedKind, CountedNameKind, NameDaysTable } from './count.tables.ts';

/** A name, or a pair of names, that a batch brought by a key. */
export interface BroughtName {
  readonly kind: BoundedKind;
  readonly name: string;
  readonly publicKey: string;
}

/** Returns the beginning of the days by whose events names are ranked. */
export function toRankedFrom(nowMs: number): number {
  return toBucketStart(nowMs, DAY_MS) - (recordingLimits.rankedDays - 1) * DAY_MS;
}

/** Returns those of `names` that were met since `fromMs`, counted or waiting for a place. */
export async function listMet<Name extends BroughtName & { readonly kind: CountedNameKind }>(
  transaction: Kysely<Schema>,
  projectId: number,
  { names, fromMs }: { readonly names: readonly Name[]; readonly fromMs: number },
): Promise<ReadonlySet<Name>> {
  const rows = await inChunks(names, (chunk) =>
    transaction
      .selectFrom('name_days')
      .select(['kind', 'name'])
      .distinct()
      .where('project_id', '=', projectId)
      .where('kind', 'in', [...new Set(chunk.map(({ kind }) => kind))])
      .where(
        'name',
        'in',
        chunk.map(({ name }) => name),
      )
      .where('starts_at', '>=', fromMs)
      .execute(),
  );
  return pick(names, rows);
}

/** Returns those of `names` that people or tokens named. */
export async function listTold<Name extends Pick<BroughtName, 'kind' | 'name'>>(
  db: Kysely<Schema>,
  projectId: number,
  names: readonly Name[],
): Promise<ReadonlySet<Name>> {
  const rows = await inChunks(names, (chunk) =>
    db
      .selectFrom('told_names')
      .select(['kind', 'name'])
      .where('project_id', '=', projectId)
      .where(
        'name',
        'in',
        chunk.map(({ name }) => name),
      )
      .execute(),
  );
  return pick(names, rows);
}

function pick<Name extends { readonly kind: string; readonly name: string }>(
  names: readonly Name[],
  rows: readonly { readonly kind: string; readonly name: string }[],
): ReadonlySet<Name> {
  const found = new Set(rows.map(({ kind, name }) => `${kind} ${name}`));
  return new Set(names.filter(({ kind, name }) => found.has(`${kind} ${name}`)));
}

/**
 * Takes `fresh` names (default: all) from what their keys may bring anew, and returns those that were
 * allowed. The hours or days of all `brought` names stay locked until the transaction ends, so that
 * several relays together allow no more.
 */
export async function allowNames<Name extends BroughtName>(
  transaction: Transaction<Schema>,
  projectId: number,
  asked: {
    readonly brought: readonly Name[];
    readonly fresh?: ReadonlySet<Name>;
    readonly nowMs: number;
  },
): Promise<ReadonlySet<Name>> {
  const allowed = new Set<Name>();
  for (const [first, ...others] of groupByKey(asked.brought)) {
    const { kind, publicKey } = first;
    const { fromMs, most } = toShare(kind, asked.nowMs);
    const row = { project_id: projectId, kind, starts_at: fromMs };
    const { made } = await transaction
      .insertInto('name_hours')
      .values({ ...row, public_key: publicKey, made: 0, other_at: null })
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'kind', 'starts_at', 'public_key'])
          .doUpdateSet({ made: sql<number>`name_hours.made` }),
      )
      .returning('made')
      .executeTakeFirstOrThrow();
    const taken = [first, ...others]
      .filter((name) => asked.fresh?.has(name) ?? true)
      .slice(0, Math.max(0, most - made));
    for (const name of taken) allowed.add(name);
    if (taken.length === 0) continue;
    await transaction
      .updateTable('name_hours')
      .set({ made: made + taken.length })
      .where('project_id', '=', projectId)
      .where('kind', '=', kind)
      .where('starts_at', '=', fromMs)
      .where('public_key', '=', publicKey)
      .execute();
  }
  return allowed;
}

/** Notes when events or sessions last counted as others, which pages and the gate tell. */
export async function noteOthers(
  transaction: Transaction<Schema>,
  projectId: number,
  { others, nowMs }: { readonly others: readonly BroughtName[]; readonly nowMs: number },
): Promise<void> {
  const rows = groupByKey(others).map((group) => ({
    project_id: projectId,
    kind: group[0].kind,
    starts_at: toHour(nowMs),
    public_key: group[0].publicKey,
    made: 0,
    other_at: nowMs,
  }));
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('name_hours')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'kind', 'starts_at', 'public_key'])
          .doUpdateSet({ other_at: nowMs }),
      )
      .execute(),
  );
}

/** Returns since when new names of a key are counted together, and how many it may bring by now. */
function toShare(kind: BoundedKind, nowMs: number): { fromMs: number; most: number } {
  const hourMs = toHour(nowMs);
  if (kind !== 'pair') return { fromMs: hourMs, most: recordingLimits.newNamesPerHour[kind] };
  const fromMs = toBucketStart(nowMs, DAY_MS);
  const { pairsPerDay, pairsPerHour } = sessionLimits;
  return { fromMs, most: pairsPerDay + ((hourMs - fromMs) / HOUR_MS) * pairsPerHour };
}

/** Adds to the ranks of names, up to `rankedPerDay` for each of `rows`, which are sorted by name. */
export async function addRanks(
  transaction: Transaction<Schema>,
  rows: readonly NameDaysTable[],
): Promise<void> {
  const most = recordingLimits.rankedPerDay;
  const atMost = (sum: RawBuilder<number>) =>
    sql<number>`case when ${sum} < ${sql.lit(most)} then ${sum} else ${sql.lit(most)} end`;
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('name_days')
      .values(chunk.map((row) => ({ ...row, events: Math.min(row.events, most) })))
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'kind', 'name', 'starts_at'])
          .doUpdateSet({ events: atMost(sql`name_days.events + excluded.events`) }),
      )
      .execute(),
  );
}

function toHour(nowMs: number): number {
  return toBucketStart(nowMs, HOUR_MS);
}

function groupByKey<Name extends BroughtName>(
  names: readonly Name[],
): readonly (readonly [Name, ...Name[]])[] {
  const groups = groupByName(names, ({ kind, publicKey }) => `${kind} ${publicKey}`);
  return [...groups]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([, group]) => group as [Name, ...Name[]]);
}
