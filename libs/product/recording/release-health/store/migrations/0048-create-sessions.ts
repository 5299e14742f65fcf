import type { Kysely } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createSessions: SchemaMigration = {
  name: '0048-create-sessions',
  async up(db, columns) {
    const hours = createTable(db, 'session_hours')
      .addColumn('sessions', 'bigint', (column) => column.notNull())
      .addColumn('errored', 'bigint', (column) => column.notNull())
      .addColumn('crashed', 'bigint', (column) => column.notNull())
      .addColumn('abnormal', 'bigint', (column) => column.notNull());
    const days = createTable(db, 'session_days')
      .addColumn('users', columns.blob, (column) => column.notNull())
      .addColumn('crashed_users', columns.blob, (column) => column.notNull())
      .addColumn('errored', columns.blob, (column) => column.notNull());
    const ends = db.schema
      .createTable('session_ends')
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('session_hash', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_ends_by_hash', ['project_id', 'session_hash']);
    for (const table of [hours, days, ends]) await columns.storeInPrimaryKey(table).execute();
    await addIndex(db, 'session_hours', 'starts_at');
    await addIndex(db, 'session_days', 'starts_at');
    await addIndex(db, 'session_ends', 'seen_at');
    // The pages of releases look for the issues that began in one.
    await db.schema
      .createIndex('issues_by_first_release')
      .on('issues')
      .columns(['first_release', 'project_id'])
      .where('first_release', 'is not', null)
      .execute();
  },
};

async function addIndex(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await db.schema.createIndex(`${table}_by_time`).on(table).column(column).execute();
}

function createTable(db: Kysely<unknown>, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('release_id', 'bigint', (column) => column.notNull())
    .addColumn('environment_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${name}_by_place`, [
      'project_id',
      'starts_at',
      'release_id',
      'environment_id',
    ]);
}
