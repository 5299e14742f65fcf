import type { Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createArtifacts: SchemaMigration = {
  name: '0034-create-artifacts',
  async up(db, columns) {
    await createBlobs(db, columns);
    await createBundles(db, columns);
    await createFiles(db, columns);
    await createMisses(db, columns);
  },
};

async function createBlobs(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('artifact_blobs'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('checksum', 'text')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('artifact_blobs_by_checksum', ['kind', 'checksum'])
    .execute();
  await columns
    .addRowId(db.schema.createTable('artifact_parts'))
    .addColumn('blob_id', 'bigint', (column) =>
      column.notNull().references('artifact_blobs.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('body', columns.blob, (column) => column.notNull())
    .addUniqueConstraint('artifact_parts_in_order', ['blob_id', 'position'])
    .execute();
}

async function createBundles(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('artifact_bundles'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('release', 'text')
    .addColumn('dist', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .addColumn('chunks', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('claimed_at', 'bigint')
    .addUniqueConstraint('artifact_bundles_by_checksum', ['project_id', 'checksum'])
    .execute();
  await db.schema
    .createIndex('artifact_bundles_by_state')
    .on('artifact_bundles')
    .columns(['state', 'id'])
    .execute();
  await db.schema
    .createIndex('artifact_bundles_by_use')
    .on('artifact_bundles')
    .column('used_at')
    .execute();
}

async function createFiles(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addRowId(db.schema.createTable('artifact_files'))
    .addColumn('bundle_id', 'bigint', (column) =>
      column.notNull().references('artifact_bundles.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('debug_id', 'text')
    .addColumn('release', 'text')
    .addColumn('dist', 'text')
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('map_url', 'text')
    .addColumn('map_checksum', 'text')
    .addColumn('problem', 'text')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string, ...of: string[]) =>
    db.schema.createIndex(name).on('artifact_files').columns(of).execute();
  await index('artifact_files_by_bundle', 'bundle_id');
  await index('artifact_files_by_debug_id', 'debug_id', 'project_id');
  await index('artifact_files_by_url', 'project_id', 'url');
  await index('artifact_files_by_release', 'project_id', 'release', 'kind');
  await index('artifact_files_by_map', 'map_checksum');
}

async function createMisses(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addRowId(db.schema.createTable('artifact_misses'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('debug_id', 'text')
    .addColumn('release', 'text')
    .addColumn('dist', 'text')
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addUniqueConstraint('artifact_misses_by_name', ['project_id', 'name'])
    .execute();
  await db.schema
    .createIndex('artifact_misses_by_time')
    .on('artifact_misses')
    .columns(['project_id', 'last_at'])
    .execute();
}
