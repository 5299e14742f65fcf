import { sql } from 'kysely';
import type { PortableColumns } from '../portable-columns.ts';

export const postgresColumns: PortableColumns = {
  addId: (table) =>
    table.addColumn('id', 'bigint', (id) => id.primaryKey().generatedByDefaultAsIdentity()),
  addRowId: (table) =>
    table.addColumn('id', 'bigint', (id) => id.primaryKey().generatedByDefaultAsIdentity()),
  blob: 'bytea',
  storeInPrimaryKey: (table) => table,
  storeAsIs: async (db, { table, column }) => {
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`.execute(
      db,
    );
  },
  makeWordIndex: async (db, { table, of }) => {
    await db.schema
      .createTable(table)
      .addColumn('id', 'bigint', (id) => id.primaryKey().references(`${of}.id`).onDelete('cascade'))
      .addColumn('words', sql`tsvector`, (words) => words.notNull())
      .execute();
    await db.schema
      .createIndex(`${table}_by_word`)
      .on(table)
      .using('gin')
      .column('words')
      .execute();
  },
};
