import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PortableColumns } from '../../../dialect/dialect.ts';
import type { SchemaMigration } from '../../../migrations/migration.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Of these times events are counted anew where they are still stored; older hours may be days already. */
const STORED = [
  { table: 'event_minutes', bucketMs: MINUTE_MS, keptMs: 2 * HOUR_MS },
  { table: 'event_hours', bucketMs: HOUR_MS, keptMs: 90 * DAY_MS },
] as const;

/**
 * Replaces the counts of events by counts for each release and environment. Stored events are counted again, by the release and the
 * environment of their rows. Events that are counted and not stored any more keep their counts, under an unknown release and environment.
 */
export const eventCounts: SchemaMigration = {
  name: '0039-event-counts',
  async up(db, columns) {
    await createNames(db, columns);
    for (const { table } of STORED) {
      await db.schema.alterTable(table).renameTo(`${table}_before`).execute();
    }
    for (const table of ['event_minutes', 'event_hours', 'event_days', 'event_totals']) {
      await createCounts(db, columns, table);
    }
    await db.schema
      .createIndex('event_totals_by_release')
      .on('event_totals')
      .columns(['release_id', 'environment_id', 'grouping_key_id'])
      .execute();
    await nameStored(db);
    const nowMs = Date.now();
    for (const { table, bucketMs, keptMs } of STORED) {
      const fromMs = Math.floor((nowMs - keptMs) / DAY_MS) * DAY_MS;
      await countStored(db, { table, bucketMs, fromMs });
      await countRest(db, { table, bucketMs, fromMs });
      if (table === 'event_hours') await sumUp(db, fromMs);
      await db.schema.dropTable(`${table}_before`).execute();
    }
    await db.schema.alterTable('events').addColumn('user_number', 'bigint').execute();
  },
};

async function createNames(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addRowId(db.schema.createTable('counted_names'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addUniqueConstraint('counted_names_by_name', ['project_id', 'kind', 'name'])
    .execute();
}

async function createCounts(
  db: Kysely<unknown>,
  columns: PortableColumns,
  name: string,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('release_id', 'bigint', (column) => column.notNull())
    .addColumn('environment_id', 'bigint', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${name}_by_name`, [
      'grouping_key_id',
      'starts_at',
      'release_id',
      'environment_id',
    ]);
  await columns.storeInPrimaryKey(table).execute();
}

/** Those that were named last, as many as a project may have. */
async function nameStored(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into counted_names (project_id, kind, name)
    select project_id, kind, name from (
      select project_id, kind, name,
        row_number() over (partition by project_id, kind order by newest desc) as place
      from (
        select project_id, 'release' as kind, release as name, max(id) as newest
        from events where release is not null group by project_id, release
        union all
        select project_id, 'environment', environment, max(id)
        from events where environment is not null group by project_id, environment
      ) as named
    ) as ranked
    where place <= case kind when 'release' then 10000 else 200 end`.execute(db);
}

interface Counting {
  readonly table: string;
  readonly bucketMs: number;
  readonly fromMs: number;
}

/** A stub does not say what its event named, unless it was whole before. */
async function countStored(
  db: Kysely<unknown>,
  { table, bucketMs, fromMs }: Counting,
): Promise<void> {
  const bucket = sql.lit(bucketMs);
  const idOf = (column: string, alias: string) => sql`case
    when e.not_kept is not null and e.not_kept <> 'thinned' then -1
    when ${sql.ref(`e.${column}`)} is null then 0
    else coalesce(${sql.ref(`${alias}.id`)}, -1) end`;
  await sql`
    insert into ${sql.table(table)}
      (grouping_key_id, starts_at, release_id, environment_id, events, last_at)
    select e.grouping_key_id, e.occurred_at / ${bucket} * ${bucket},
      ${idOf('release', 'r')}, ${idOf('environment', 'v')}, count(*), max(e.occurred_at)
    from events e
    left join counted_names r
      on r.project_id = e.project_id and r.kind = 'release' and r.name = e.release
    left join counted_names v
      on v.project_id = e.project_id and v.kind = 'environment' and v.name = e.environment
    where e.occurred_at >= ${fromMs}
    group by 1, 2, 3, 4`.execute(db);
}

/** What was counted of events that are not stored any more. */
async function countRest(
  db: Kysely<unknown>,
  { table, bucketMs, fromMs }: Counting,
): Promise<void> {
  const counts = sql.table(table);
  await sql`
    insert into ${counts} (grouping_key_id, starts_at, release_id, environment_id, events, last_at)
    select b.grouping_key_id, b.starts_at, -1, -1, b.events - coalesce(c.events, 0),
      ${lastOf(sql.lit(bucketMs))}
    from ${sql.table(`${table}_before`)} b
    join grouping_keys k on k.id = b.grouping_key_id
    left join (
      select grouping_key_id, starts_at, sum(events) as events
      from ${counts} group by grouping_key_id, starts_at
    ) as c on c.grouping_key_id = b.grouping_key_id and c.starts_at = b.starts_at
    where b.starts_at >= ${fromMs} and b.events > coalesce(c.events, 0)
    on conflict (grouping_key_id, starts_at, release_id, environment_id)
      do update set events = ${counts}.events + excluded.events`.execute(db);
}

/** The last moment that it can have been. */
function lastOf(bucketMs: ReturnType<typeof sql.lit>) {
  return sql`case when k.last_seen_at < b.starts_at + ${bucketMs} - 1
    then k.last_seen_at else b.starts_at + ${bucketMs} - 1 end`;
}

/** Days of hours and of what was days already, and everything of the days. */
async function sumUp(db: Kysely<unknown>, fromMs: number): Promise<void> {
  const day = sql.lit(DAY_MS);
  await sql`
    insert into event_days (grouping_key_id, starts_at, release_id, environment_id, events, last_at)
    select grouping_key_id, starts_at / ${day} * ${day}, release_id, environment_id,
      sum(events), max(last_at)
    from event_hours group by 1, 2, 3, 4`.execute(db);
  await sql`
    insert into event_days (grouping_key_id, starts_at, release_id, environment_id, events, last_at)
    select b.grouping_key_id, b.starts_at / ${day} * ${day}, -1, -1, sum(b.events),
      max(${lastOf(day)})
    from event_hours_before b join grouping_keys k on k.id = b.grouping_key_id
    where b.starts_at < ${fromMs} group by 1, 2`.execute(db);
  await sql`
    insert into event_totals
      (grouping_key_id, starts_at, release_id, environment_id, events, last_at)
    select grouping_key_id, 0, release_id, environment_id, sum(events), max(last_at)
    from event_days group by 1, 3, 4`.execute(db);
}
