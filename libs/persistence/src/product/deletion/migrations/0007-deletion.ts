import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * Keys may outlive their issue: of one that was deleted they are left without an issue, until what was
 * counted under them has been removed (ADR 28). SQLite makes no column nullable, so it is made anew.
 */
export const deletion: SchemaMigration = {
  name: '0007-deletion',
  async up(db) {
    const alter = () => db.schema.alterTable('grouping_keys');
    await alter()
      .addColumn('led_to', 'bigint', (column) => column.references('issues.id').onDelete('cascade'))
      .execute();
    await sql`update grouping_keys set led_to = issue_id`.execute(db);
    await db.schema.dropIndex('grouping_keys_by_issue').execute();
    await alter().dropColumn('issue_id').execute();
    await alter().renameColumn('led_to', 'issue_id').execute();
    await db.schema
      .createIndex('grouping_keys_by_issue')
      .on('grouping_keys')
      .column('issue_id')
      .execute();
  },
};
