import type { SchemaMigration } from '#persistence/stores';

/** The users of a project's days are counted along this index, without reading the rows of events. */
export const findUsersOfDays: SchemaMigration = {
  name: '0042-find-users-of-days',
  async up(db) {
    await db.schema.dropIndex('events_by_receipt').execute();
    await db.schema
      .createIndex('events_by_receipt')
      .on('events')
      .columns(['project_id', 'received_at', 'id', 'user_number'])
      .execute();
  },
};
