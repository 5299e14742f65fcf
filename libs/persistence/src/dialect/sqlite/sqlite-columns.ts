import { sql } from 'kysely';
import type { PortableColumns } from '../dialect.ts';

/** SQLite's spelling of what a migration needs. */
export const sqliteColumns: PortableColumns = {
  addId: (table) => table.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement()),
  addRowId: (table) => table.addColumn('id', 'integer', (id) => id.primaryKey()),
  blob: 'blob',
  storeInPrimaryKey: (table) => table.modifyEnd(sql`without rowid`),
  storeAsIs: async () => {},
};
