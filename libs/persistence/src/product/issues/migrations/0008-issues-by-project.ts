import type { SchemaMigration } from '../../../migrations/migration.ts';

/** The list of who sees some projects, or asks for one, walks along the issues of these alone. */
export const issuesByProject: SchemaMigration = {
  name: '0008-issues-by-project',
  async up(db) {
    await db.schema
      .createIndex('issues_by_project')
      .on('issues')
      .columns(['project_id', 'status', 'last_seen_at', 'id'])
      .execute();
  },
};
