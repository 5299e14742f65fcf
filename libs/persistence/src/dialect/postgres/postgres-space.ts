import { sql } from 'kysely';
import { ownTables } from '../../own-tables.ts';
import type { DatabaseSpace } from '../database-space.ts';

/** Others may use the database, too: theirs is not counted. */
export const postgresSpace: DatabaseSpace = {
  async measure(db) {
    const tables = await postgresSpace.listTables(db, { isThorough: false });
    const bytes = [...tables.values()].reduce<number>((sum, each = 0) => sum + each, 0);
    return { bytes, canGiveBack: false };
  },

  async listTables(db) {
    const { rows } = await sql<{ name: string; bytes: number }>`
      select c.relname as name, pg_total_relation_size(c.oid) as bytes
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(db);
    return new Map(
      rows.filter(({ name }) => ownTables.has(name)).map(({ name, bytes }) => [name, bytes]),
    );
  },

  async giveBack() {
    return false;
  },

  async cutOff() {},
};
