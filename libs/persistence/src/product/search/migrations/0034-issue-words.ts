import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** The words by which issues are found, and the order of when they were first seen. A job fills in those of before. */
export const issueWords: SchemaMigration = {
  name: '0034-issue-words',
  async up(db, columns) {
    await columns.makeWordIndex(db, { table: 'issue_words', of: 'issues' });
    await db.schema.alterTable('issues').addColumn('words_hash', 'bigint').execute();
    await db.schema
      .createIndex('issues_without_words')
      .on('issues')
      .column('id')
      .where(sql.ref('words_hash'), 'is', null)
      .execute();
    await db.schema
      .createIndex('issues_by_first_seen')
      .on('issues')
      .columns(['first_seen_at', 'id'])
      .execute();
  },
};
