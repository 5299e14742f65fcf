import type { Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createToldReleases: SchemaMigration = {
  name: '0033-create-told-releases',
  async up(db, columns) {
    await createReleases(db, columns);
    await createCommits(db);
    await createDeploys(db, columns);
  },
};

async function createReleases(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('told_releases'))
    .addColumn('version', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('ref', 'text')
    .addColumn('url', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('released_at', 'bigint')
    .execute();
  const projects = db.schema
    .createTable('told_release_projects')
    .addColumn('release_id', 'bigint', (column) =>
      column.notNull().references('told_releases.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('told_release_projects_primary', ['release_id', 'project_id']);
  await columns.storeInPrimaryKey(projects).execute();
  await db.schema
    .createIndex('told_release_projects_by_project')
    .on('told_release_projects')
    .columns(['project_id', 'release_id'])
    .execute();
}

async function createCommits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('told_commits')
    .addColumn('release_id', 'bigint', (column) =>
      column.notNull().references('told_releases.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('commit_id', 'text', (column) => column.notNull())
    .addColumn('repository', 'text')
    .addColumn('author_name', 'text')
    .addColumn('author_email', 'text')
    .addColumn('at', 'bigint')
    .addColumn('message', 'text')
    .addColumn('patch_set', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('told_commits_primary', ['release_id', 'place'])
    .execute();
  await db.schema
    .createTable('told_refs')
    .addColumn('release_id', 'bigint', (column) =>
      column.notNull().references('told_releases.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('repository', 'text', (column) => column.notNull())
    .addColumn('commit_id', 'text', (column) => column.notNull())
    .addColumn('previous_commit_id', 'text')
    .addPrimaryKeyConstraint('told_refs_primary', ['release_id', 'place'])
    .execute();
}

async function createDeploys(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('told_deploys'))
    .addColumn('release_id', 'bigint', (column) =>
      column.notNull().references('told_releases.id').onDelete('cascade'),
    )
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('url', 'text')
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint', (column) => column.notNull())
    .addColumn('project_ids', 'text')
    .execute();
  await db.schema
    .createIndex('told_deploys_by_release')
    .on('told_deploys')
    .columns(['release_id', 'id'])
    .execute();
}
