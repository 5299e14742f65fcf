import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '#persistence/stores';
import { countBuckets } from '#product/recording/counts';

/** Number of samples, evenly spread over a table's ids, and number of ids in each sample. */
const SLICES = 50;
const IDS_PER_SLICE = 200;

interface SampledTable {
  readonly table: string;
  readonly projectId: RawBuilder<number>;
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<number>;
  readonly bytes: RawBuilder<number>;
  /** Set when projects share rows: the sums are no size of the table. */
  readonly isOfShares?: boolean;
}

export interface SampledUse {
  readonly table: string;
  readonly isOfShares: boolean;
  readonly projects: ReadonlyMap<number, number>;
}

const events = { projectId: sql<number>`r.project_id`, id: sql<number>`r.id` };
const ofKeys = { projectId: sql<number>`k.project_id`, id: sql<number>`k.id` };

function rowsOf(table: string, rowBytes: number): Pick<SampledTable, 'table' | 'from' | 'bytes'> {
  return {
    table,
    from: sql`grouping_keys k join ${sql.table(table)} r on r.grouping_key_id = k.id`,
    bytes: sql<number>`count(*) * ${sql.lit(rowBytes)}`,
  };
}

/**
 * Tables to sample. The constants are the bytes that a row takes on SQLite with its index entries,
 * apart from texts and blobs.
 */
const SAMPLED: readonly SampledTable[] = [
  {
    ...events,
    table: 'events',
    from: sql`events r`,
    bytes: sql`count(*) * 400`,
  },
  {
    ...events,
    table: 'event_payloads',
    from: sql`events r join event_payloads p on p.id = r.id`,
    bytes: sql`sum(length(p.body) + 500)`,
  },
  { ...events, table: 'attachments', from: sql`attachments r`, bytes: sql`count(*) * 500` },
  {
    ...events,
    table: 'attachment_chunks',
    from: sql`attachments r`,
    bytes: sql`sum(r.bytes)`,
  },
  {
    ...events,
    table: 'feedback',
    from: sql`feedback r`,
    bytes: sql`sum(length(r.message) + 300)`,
  },
  {
    ...ofKeys,
    table: 'grouping_keys',
    from: sql`grouping_keys k`,
    bytes: sql`sum(length(k.value) + length(k.type) + length(k.place) + 250)`,
  },
  {
    ...events,
    table: 'issues',
    from: sql`issues r`,
    bytes: sql`sum(length(r.value) + length(r.type) + length(r.place) + 250)`,
  },
  // Each key has a counter of its users, so its rows in `key_users` (up to 100,000) need not be
  // read.
  { ...ofKeys, table: 'key_users', from: sql`grouping_keys k`, bytes: sql`sum(k.users) * 60` },
  ...countBuckets.map(({ table }) => ({ ...ofKeys, ...rowsOf(table, 34) })),
  { ...ofKeys, ...rowsOf('kept_hours', 60) },
  { ...ofKeys, ...rowsOf('tag_counts', 24) },
  { ...ofKeys, ...rowsOf('key_tags', 40) },
  {
    ...events,
    table: 'project_tag_days',
    from: sql`tags r join project_tag_days d
      on d.project_id = r.project_id and d.name = r.name and d.tag_id = r.id`,
    bytes: sql`sum(length(d.name) + 24)`,
  },
  {
    ...events,
    table: 'tags',
    from: sql`tags r`,
    // A value is stored four times: in the row and in an index, each time unchanged and in lower
    // case.
    bytes: sql`sum(length(r.value) * 4 + length(r.name) * 2 + 80)`,
  },
  {
    ...events,
    table: 'artifact_parts',
    from: sql`artifact_files r
      join artifact_blobs b on b.kind = 'table' and b.checksum = r.map_checksum`,
    bytes: sql`sum(b.bytes)`,
    isOfShares: true,
  },
];

/** Samples those of `own` that are worth it. */
export async function sampleTables(
  db: Kysely<Schema>,
  own: ReadonlySet<string>,
): Promise<SampledUse[]> {
  const uses: SampledUse[] = [];
  // Runs these short statements one after another, so that other statements can run between them.
  for (const sampled of SAMPLED) {
    if (own.has(sampled.table)) uses.push(await sample(db, sampled));
  }
  return uses;
}

async function sample(
  db: Kysely<Schema>,
  { table, projectId, from, id, bytes, isOfShares = false }: SampledTable,
): Promise<SampledUse> {
  const projects = new Map<number, number>();
  const { slices, scale } = await slice(db, from, id);
  for (const [first, last] of slices) {
    const { rows } = await sql<{ projectId: number; bytes: number }>`
      select ${projectId} as ${sql.ref('projectId')}, cast(${bytes} as bigint) as bytes
      from ${from} where ${id} between ${first} and ${last} group by ${projectId}`.execute(db);
    for (const row of rows) {
      projects.set(row.projectId, (projects.get(row.projectId) ?? 0) + row.bytes * scale);
    }
  }
  return { table, isOfShares, projects };
}

/**
 * Returns ranges of ids to sample, and the factor by which the bytes of the sample are multiplied.
 */
async function slice(
  db: Kysely<Schema>,
  from: RawBuilder<unknown>,
  id: RawBuilder<number>,
): Promise<{ slices: readonly (readonly [number, number])[]; scale: number }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select ${id} from ${from} order by ${id} limit 1) as first,
      (select ${id} from ${from} order by ${id} desc limit 1) as last`.execute(db);
  const { first = null, last = null } = rows[0] ?? {};
  if (first === null || last === null) return { slices: [], scale: 0 };
  const span = last - first + 1;
  if (span <= SLICES * IDS_PER_SLICE) return { slices: [[first, last]], scale: 1 };
  const slices = Array.from({ length: SLICES }, (_, index) => {
    const start = first + Math.floor((index * span) / SLICES);
    return [start, start + IDS_PER_SLICE - 1] as const;
  });
  return { slices, scale: span / (SLICES * IDS_PER_SLICE) };
}
