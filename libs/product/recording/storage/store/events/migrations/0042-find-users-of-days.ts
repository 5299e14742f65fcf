import type { SchemaMigration } from '#persistence/stores';

/** Adds the user to the index, so that counting a day's users reads no rows of events. */
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
