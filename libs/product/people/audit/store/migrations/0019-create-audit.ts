import type { SchemaMigration } from '#persistence/stores';

export const createAudit: SchemaMigration = {
  name: '0019-create-audit',
  async up(db, columns) {
    await columns
      .addRowId(db.schema.createTable('audit_log'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('by_user', 'bigint')
      .addColumn('project_id', 'bigint')
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('target', 'text')
      .addColumn('from_value', 'text')
      .addColumn('to_value', 'text')
      .execute();
    for (const column of ['project_id', 'by_user', 'what']) {
      await db.schema
        .createIndex(`audit_log_by_${column}`)
        .on('audit_log')
        .columns([column, 'id'])
        .execute();
    }
  },
};
