import type { SchemaMigration } from '#persistence/stores';

export const linkCommitsToIssues: SchemaMigration = {
  name: '0049-link-commits-to-issues',
  async up(db) {
    await db.schema.alterTable('issues').addColumn('resolved_commit', 'text').execute();
  },
};
