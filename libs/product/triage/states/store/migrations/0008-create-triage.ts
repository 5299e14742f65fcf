import { sql } from 'kysely';
import type { CreateTableBuilder, Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

/** Columns with user ids have no foreign key, because history must outlive accounts. */
export const createTriage: SchemaMigration = {
  name: '0008-create-triage',
  async up(db, columns) {
    await createComments(db, columns);
    await createHistory(db, columns);
  },
};

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
 * Comments also have rows in the history, so that one order covers both. Only people's actions let
 * the table grow; each action causes at most one further row by the system.
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
  // Deleting an issue deletes its comments. For each comment, the database searches for history
  // rows that refer to it.
  await db.schema
    .createIndex('issue_history_by_comment')
    .on('issue_history')
    .column('comment_id')
    .where(sql.ref('comment_id'), 'is not', null)
    .execute();
}

function addIssue<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
): CreateTableBuilder<T, C> {
  return table.addColumn('issue_id', 'bigint', (column) =>
    column.notNull().references('issues.id').onDelete('cascade'),
  ) as CreateTableBuilder<T, C>;
}
