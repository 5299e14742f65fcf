import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';
import { DAY_MS } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';

const { rankedDays, rankedPerDay } = recordingLimits;

export const createNameRanks: SchemaMigration = {
  name: '0052-create-name-ranks',
  async up(db, columns) {
    const days = createTable(db, 'name_days')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('events', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('name_days_by_name', ['project_id', 'kind', 'name', 'starts_at']);
    const hours = createTable(db, 'name_hours')
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('made', 'bigint', (column) => column.notNull())
      .addColumn('other_at', 'bigint')
      .addPrimaryKeyConstraint('name_hours_by_key', [
        'project_id',
        'kind',
        'starts_at',
        'public_key',
      ]);
    const told = createTable(db, 'told_names')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('told_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('told_names_by_name', ['project_id', 'kind', 'name']);
    for (const table of [days, hours, told]) await columns.storeInPrimaryKey(table).execute();
    for (const table of ['name_days', 'name_hours']) {
      await db.schema.createIndex(`${table}_by_time`).on(table).column('starts_at').execute();
    }
    await rankKnownNames(db);
  },
};

function createTable(db: Kysely<unknown>, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull());
}

/** Names keep what the last days counted, so that the first newcomer does not outrank them all. */
async function rankKnownNames(db: Kysely<unknown>): Promise<void> {
  for (const kind of ['release', 'environment']) {
    await sql`
      insert into name_days (project_id, kind, name, starts_at, events)
      select n.project_id, n.kind, n.name, d.starts_at,
        case when sum(d.events) < ${sql.lit(rankedPerDay)} then sum(d.events)
          else ${sql.lit(rankedPerDay)} end
      from event_days d join counted_names n
        on n.id = d.${sql.ref(`${kind}_id`)} and n.kind = ${kind}
      where d.starts_at > (select max(starts_at) from event_days) - ${sql.lit(rankedDays * DAY_MS)}
      group by n.project_id, n.kind, n.name, d.starts_at`.execute(db);
  }
}
