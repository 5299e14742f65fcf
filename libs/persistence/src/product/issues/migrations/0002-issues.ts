import type { CreateTableBuilder, Kysely } from 'kysely';
import type { PortableColumns } from '../../../dialect/dialect.ts';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Issues, and the grouping keys that lead events to them. */
export const issues: SchemaMigration = {
  name: '0002-issues',
  async up(db, columns) {
    await createIssues(db, columns);
    await createGroupingKeys(db, columns);
    await createKeyUsers(db, columns);
  },
};

async function createIssues(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = columns
    .addId(db.schema.createTable('issues'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull());
  await addCounters(table)
    .addUniqueConstraint('issues_by_number', ['project_id', 'number'])
    .execute();
  await db.schema
    .createIndex('issues_by_last_seen')
    .on('issues')
    .columns(['last_seen_at', 'id'])
    .execute();
}

async function createGroupingKeys(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = columns
    .addRowId(db.schema.createTable('grouping_keys'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('issue_id', 'bigint', (column) =>
      column.notNull().references('issues.id').onDelete('cascade'),
    );
  await addCounters(table)
    .addUniqueConstraint('grouping_keys_by_key', ['project_id', 'key'])
    .execute();
  await db.schema
    .createIndex('grouping_keys_by_issue')
    .on('grouping_keys')
    .column('issue_id')
    .execute();
}

/** Bounded: the write side stops adding users to a key at 100,000 (`recordingLimits`). */
async function createKeyUsers(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = db.schema
    .createTable('key_users')
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addColumn('user_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_users_primary', ['grouping_key_id', 'user_hash']);
  await columns.storeInPrimaryKey(table).execute();
}

function addCounters<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
): CreateTableBuilder<T, C> {
  return table
    .addColumn('events', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('users', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('first_release', 'text')
    .addColumn('last_release', 'text') as CreateTableBuilder<T, C>;
}
