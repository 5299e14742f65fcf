import { sql, type Transaction } from 'kysely';
import { type DatabaseKind, fromRows, groupByName, type Schema } from '#persistence/stores';
import { DurationHistogram } from '../rules/duration-histogram.ts';
import type { SpanCountsTable } from './segment.tables.ts';
import { addNumbers } from './span-sums.ts';

export interface SpanWriting {
  readonly transaction: Transaction<Schema>;
  readonly kind: DatabaseKind;
}

const PLACE = ['name_id', 'step', 'starts_at', 'environment_id', 'release_id'] as const;
const WHOLE = [...PLACE, 'seen', 'most'] as const;
const FRACTIONS = ['weighted', 'failed', 'cancelled', 'total_us'] as const;
const PLACE_TYPES = Object.fromEntries(PLACE.map((name) => [name, 'bigint' as const]));
const TYPES = {
  ...Object.fromEntries(WHOLE.map((name) => [name, 'bigint' as const])),
  ...Object.fromEntries([...FRACTIONS, 'durations'].map((name) => [name, 'text' as const])),
};

/**
 * Keeps other processes from changing counts and names until the transaction ends, because a sum of
 * histograms depends on the stored row.
 */
export async function lockSpans({ transaction, kind }: SpanWriting): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`lock table span_names in share row exclusive mode`.execute(transaction);
}

/** Adds rows to the counts. The caller holds `lockSpans`. */
export async function addCounts(
  writing: SpanWriting,
  added: readonly SpanCountsTable[],
): Promise<void> {
  const byPlace = groupByName(added, toPlace);
  if (byPlace.size > 0) await addGroups(writing, [...byPlace.values()]);
}

async function addGroups(
  { transaction, kind }: SpanWriting,
  groups: readonly (readonly SpanCountsTable[])[],
): Promise<void> {
  const places = groups.map(([first]) => PLACE.map((column) => first![column]));
  const { rows } = await sql<SpanCountsTable>`
    select c.* from ${fromRows(kind, PLACE_TYPES, places)} as v cross join span_counts c
    where c.name_id = v.name_id and c.step = v.step and c.starts_at = v.starts_at
      and c.environment_id = v.environment_id and c.release_id = v.release_id`.execute(transaction);
  const stored = new Map(rows.map((row) => [toPlace(row), row]));
  const values = groups.map((group) => {
    const sum = sumRows([...group, stored.get(toPlace(group[0]!)) ?? []].flat());
    const durations = Buffer.from(sum.durations).toString('hex');
    return [...[...WHOLE, ...FRACTIONS].map((name) => sum[name]), durations];
  });
  const names = [...WHOLE, ...FRACTIONS, 'durations' as const];
  const fractions = FRACTIONS.map((name) => sql`cast(${sql.ref(name)} as double precision)`);
  const bytes = kind === 'sqlite' ? sql`unhex(durations)` : sql`decode(durations, 'hex')`;
  // Statements of many rows take longer to build than to run, unless all rows are one parameter.
  await sql`
    insert into span_counts (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join([...WHOLE.map((name) => sql.ref(name)), ...fractions, bytes])}
    from ${fromRows(kind, TYPES, values)} as v where true
    on conflict (${sql.join(PLACE.map((name) => sql.ref(name)))}) do update set
    ${sql.join(names.slice(PLACE.length).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
  `.execute(transaction);
}

function sumRows([first, ...others]: readonly SpanCountsTable[]): SpanCountsTable {
  const sum = { ...first! };
  if (others.length === 0) return sum;
  const durations = new DurationHistogram(sum.durations);
  for (const row of others) {
    addNumbers(sum, row);
    durations.addBytes(row.durations);
  }
  return { ...sum, durations: durations.toBytes() };
}

function toPlace(row: SpanCountsTable): string {
  return PLACE.map((column) => row[column]).join(' ');
}
