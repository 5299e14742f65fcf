import { sql } from 'kysely';
import type { CreateTableBuilder, Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createIssues: SchemaMigration = {
  name: '0003-create-issues',
  async up(db, columns) {
    await createTable(db, columns);
    await createGroupingKeys(db, columns);
    await createKeyPointers(db, columns);
    await createKeyUsers(db, columns);
  },
};

/** Users are stored by id without a foreign key, because issues outlive accounts. */
async function createTable(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
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
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('unresolved'))
    .addColumn('status_kind', 'text', (column) => column.notNull().defaultTo('new'))
    .addColumn('status_since', 'bigint')
    .addColumn('status_by', 'bigint')
    .addColumn('resolved_release', 'text')
    .addColumn('mute_until', 'bigint')
    .addColumn('mute_count', 'bigint')
    .addColumn('mute_baseline', 'bigint')
    .addColumn('mute_reopens_as', 'text')
    .addColumn('assignee_id', 'bigint')
    .addColumn('merged_into', 'bigint', (column) =>
      column.references('issues.id').onDelete('cascade'),
    )
    .addColumn('surplus_users', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('words_hash', 'bigint')
    .addColumn('trend', 'integer', (column) => column.notNull().defaultTo(100))
    .addUniqueConstraint('issues_by_number', ['project_id', 'number'])
    .execute();
  await createIndexes(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const of = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('issues')
      .columns([...columns]);
  await of('issues_by_last_seen', ['last_seen_at', 'id']).execute();
  await of('issues_by_first_seen', ['first_seen_at', 'id']).execute();
  await of('issues_by_status', ['status', 'last_seen_at', 'id']).execute();
  await of('issues_by_project', ['project_id', 'status', 'last_seen_at', 'id']).execute();
  // Finds the few issues whose mute may have ended. They count as unresolved.
  await of('issues_by_mute_end', ['mute_until'])
    .where(sql.ref('mute_until'), 'is not', null)
    .execute();
  // Serves deletion, and history, which includes all issues merged into an issue.
  await of('issues_by_merge', ['merged_into'])
    .where(sql.ref('merged_into'), 'is not', null)
    .execute();
}

/**
 * A key outlives its deleted issue, with `issue_id` null, until everything that was counted under
 * the key has been removed.
 */
async function createGroupingKeys(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = columns
    .addRowId(db.schema.createTable('grouping_keys'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('issue_id', 'bigint', (column) =>
      column.references('issues.id').onDelete('cascade'),
    );
  await addCounters(table)
    .addColumn('type', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('value', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('place', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('level', 'text', (column) => column.notNull().defaultTo('error'))
    .addColumn('newest_event_id', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('pointers', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('version', 'smallint', (column) => column.notNull().defaultTo(1))
    .addColumn('alike_words', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('alike_place', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('merged_from', 'bigint')
    .addColumn('is_one_of_several', 'smallint', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('grouping_keys_by_key', ['project_id', 'key'])
    .execute();
  await db.schema
    .createIndex('grouping_keys_by_issue')
    .on('grouping_keys')
    .column('issue_id')
    .execute();
  for (const name of ['alike_words', 'alike_place']) {
    await db.schema
      .createIndex(`grouping_keys_by_${name}`)
      .on('grouping_keys')
      .columns(['project_id', name, 'id'])
      .execute();
  }
}

async function createKeyPointers(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = db.schema
    .createTable('key_pointers')
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('version', 'smallint', (column) => column.notNull())
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('key_pointers_primary', ['project_id', 'key']);
  await columns.storeInPrimaryKey(table).execute();
  await db.schema
    .createIndex('key_pointers_by_key')
    .on('key_pointers')
    .column('grouping_key_id')
    .execute();
}

async function createKeyUsers(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = db.schema
    .createTable('key_users')
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addColumn('user_hash', 'text', (column) => column.notNull())
    .addColumn('first_on', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_on', 'integer', (column) => column.notNull().defaultTo(0))
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
