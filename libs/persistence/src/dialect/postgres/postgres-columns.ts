import { sql } from 'kysely';
import type { PortableColumns } from '../dialect.ts';

/** PostgreSQL's spelling of what a migration needs. */
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
};
