import type { SchemaMigration } from '#persistence/stores';

export const shareRoomForChunks: SchemaMigration = {
  name: '0064-share-room-for-chunks',
  async up(db) {
    await db.schema.alterTable('artifact_blobs').addColumn('holder', 'bigint').execute();
  },
};
