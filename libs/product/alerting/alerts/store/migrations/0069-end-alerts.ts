import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/** Remembers who was told of which issue, so that they hear when it is over. */
export const endAlerts: SchemaMigration = {
  name: '0069-end-alerts',
  async up(db) {
    await db.schema
      .alterTable('alert_firings')
      .addColumn('is_end', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('alert_told')
      .addColumn('destination', 'text', (column) => column.notNull())
      .addColumn('issue_key', 'bigint', (column) => column.notNull())
      .addColumn('issue_id', 'bigint', (column) =>
        column.references('issues.id').onDelete('set null'),
      )
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('rule_id', 'bigint', (column) =>
        column.notNull().references('alert_rules.id').onDelete('cascade'),
      )
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('was_told', 'integer', (column) => column.notNull())
      .addColumn('is_alone', 'integer', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('outbox_id', 'bigint', (column) => column.notNull())
      .addColumn('fell_at', 'bigint', (column) => column.notNull())
      .addColumn('told_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('alert_told_primary', ['destination', 'issue_key', 'rule_id'])
      .execute();
    for (const column of ['issue_key', 'issue_id', 'rule_id', 'told_at']) {
      await db.schema
        .createIndex(`alert_told_by_${column}`)
        .on('alert_told')
        .column(column)
        .execute();
    }
    await db.schema
      .createIndex('alert_told_of_gone')
      .on('alert_told')
      .column('state')
      .where(sql.ref('issue_id'), 'is', null)
      .execute();
  },
};
