import { sql } from 'kysely';
import type { CreateTableBuilder, Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

/**
 * What was done to issues and said about them. Users are named by their ids alone, without a foreign key: history outlives
 * accounts.
 */
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

function addIssue<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
): CreateTableBuilder<T, C> {
  return table.addColumn('issue_id', 'bigint', (column) =>
    column.notNull().references('issues.id').onDelete('cascade'),
  ) as CreateTableBuilder<T, C>;
}
