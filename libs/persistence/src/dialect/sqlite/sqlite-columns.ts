import { sql } from 'kysely';
import type { PortableColumns } from '../portable-columns.ts';

export const sqliteColumns: PortableColumns = {
  addId: (table) => table.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement()),
  addRowId: (table) => table.addColumn('id', 'integer', (id) => id.primaryKey()),
  blob: 'blob',
  storeInPrimaryKey: (table) => table.modifyEnd(sql`without rowid`),
  storeAsIs: async () => {},
  // Stores only which row has which words, not their text or positions. A virtual table cannot have
  // foreign keys, so a trigger deletes the words of a deleted row
  // (https://sqlite.org/fts5.html#contentless_delete_tables).
  makeWordIndex: async (db, { table, of }) => {
    await sql`create virtual table ${sql.table(table)} using fts5(
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    )`.execute(db);
    await sql`create trigger ${sql.ref(`${table}_deleted`)} after delete on ${sql.table(of)} begin
      delete from ${sql.table(table)} where rowid = old.id;
    end`.execute(db);
  },
};
