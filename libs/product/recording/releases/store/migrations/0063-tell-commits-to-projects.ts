import type { SchemaMigration } from '#persistence/stores';

export const tellCommitsToProjects: SchemaMigration = {
  name: '0063-tell-commits-to-projects',
  async up(db) {
    for (const table of ['told_commits', 'told_refs']) {
      await db.schema.alterTable(table).addColumn('project_ids', 'text').execute();
    }
  },
};
