import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Each key has the head of its newest event. Until its next event, a key has the head that its issue has. */
export const headsOfKeys: SchemaMigration = {
  name: '0025-heads-of-keys',
  async up(db) {
    // One statement a column: SQLite adds no two at once.
    const add = (name: string, type: 'text' | 'bigint', value: string | number) =>
      db.schema
        .alterTable('grouping_keys')
        .addColumn(name, type, (column) => column.notNull().defaultTo(value))
        .execute();
    await add('type', 'text', '');
    await add('value', 'text', '');
    await add('place', 'text', '');
    await add('level', 'text', 'error');
    await add('newest_event_id', 'bigint', 0);
    await sql`
      update grouping_keys set (type, value, place, level) = (
        select i.type, i.value, i.place, i.level from issues i where i.id = grouping_keys.issue_id
      )
      where issue_id is not null`.execute(db);
  },
};
