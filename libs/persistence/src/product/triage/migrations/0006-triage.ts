import { sql } from 'kysely';
import type { CreateTableBuilder, Kysely } from 'kysely';
import type { PortableColumns } from '../../../dialect/dialect.ts';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * States of issues, who works on them, what was done and said, and the releases that states go by.
 * Users are named by their ids alone, without a foreign key: history outlives accounts.
 */
export const triage: SchemaMigration = {
  name: '0006-triage',
  async up(db, columns) {
    await addStates(db);
    await createComments(db, columns);
    await createHistory(db, columns);
    await createReleases(db);
  },
};

/** One statement a column: SQLite adds no two at once. */
async function addStates(db: Kysely<unknown>): Promise<void> {
  const alter = () => db.schema.alterTable('issues');
  const notNull = (name: string, value: string) =>
    alter()
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
      .execute();
  await notNull('status', 'unresolved');
  await notNull('status_kind', 'new');
  // Null until the state first changes: an issue is new since it was first seen.
  await alter().addColumn('status_since', 'bigint').execute();
  await alter().addColumn('status_by', 'bigint').execute();
  await alter().addColumn('resolved_release', 'text').execute();
  await alter().addColumn('mute_until', 'bigint').execute();
  await alter().addColumn('mute_count', 'bigint').execute();
  await alter().addColumn('mute_baseline', 'bigint').execute();
  await alter().addColumn('mute_reopens_as', 'text').execute();
  await alter().addColumn('assignee_id', 'bigint').execute();
  await db.schema
    .createIndex('issues_by_status')
    .on('issues')
    .columns(['status', 'last_seen_at', 'id'])
    .execute();
  // For the few whose time may have passed: they count as unresolved.
  await db.schema
    .createIndex('issues_by_mute_end')
    .on('issues')
    .column('mute_until')
    .where(sql.ref('mute_until'), 'is not', null)
    .execute();
}

async function createComments(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await addIssue(columns.addId(db.schema.createTable('issue_comments')))
    .addColumn('by_user', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('edited_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('issue_comments_by_issue')
    .on('issue_comments')
    .column('issue_id')
    .execute();
}

/**
 * Comments stand in it too: one order for all that happened. Grows with what people do, by at most one
 * row of the system's for each of theirs, and goes with its issue.
 */
async function createHistory(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await addIssue(columns.addId(db.schema.createTable('issue_history')))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('by_user', 'bigint')
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('from_value', 'text')
    .addColumn('to_value', 'text')
    .addColumn('undoes', 'bigint')
    .addColumn('comment_id', 'bigint', (column) =>
      column.references('issue_comments.id').onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('issue_history_by_issue')
    .on('issue_history')
    .columns(['issue_id', 'id'])
    .execute();
  // Deleting an issue deletes its comments, and each looks for what refers to it.
  await db.schema
    .createIndex('issue_history_by_comment')
    .on('issue_history')
    .column('comment_id')
    .where(sql.ref('comment_id'), 'is not', null)
    .execute();
}

/** Bounded: the write side keeps the latest 10,000 of a project (`recordingLimits`). */
async function createReleases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('releases')
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('releases_primary', ['project_id', 'release'])
    .execute();
  await db.schema
    .createIndex('releases_by_first_seen')
    .on('releases')
    .columns(['project_id', 'first_seen_at'])
    .execute();
  // What is known of the time before this table: the releases that keys were first and last seen with.
  await sql`
    insert into releases (project_id, release, first_seen_at)
    select project_id, release, min(seen_at) from (
      select project_id, first_release as release, first_seen_at as seen_at from grouping_keys
      union all
      select project_id, last_release, last_seen_at from grouping_keys
    ) as named
    where release is not null
    group by project_id, release`.execute(db);
}

function addIssue<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
): CreateTableBuilder<T, C> {
  return table.addColumn('issue_id', 'bigint', (column) =>
    column.notNull().references('issues.id').onDelete('cascade'),
  ) as CreateTableBuilder<T, C>;
}
