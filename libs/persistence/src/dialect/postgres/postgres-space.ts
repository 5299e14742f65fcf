import { sql } from 'kysely';
import type { DatabaseSpace } from '../database-space.ts';

/** Counts only Errata's tables, because other applications may use the database as well. */
export const postgresSpace: DatabaseSpace = {
  async measure(db, own) {
    const tables = await postgresSpace.listTables(db, { own, isThorough: false });
    const bytes = [...tables.values()].reduce<number>((sum, each = 0) => sum + each, 0);
    return { bytes, canGiveBack: false };
  },

  async listTables(db, { own }) {
    const { rows } = await sql<{ name: string; bytes: number }>`
      select c.relname as name, pg_total_relation_size(c.oid) as bytes
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(db);
    return new Map(
      rows.filter(({ name }) => own.has(name)).map(({ name, bytes }) => [name, bytes]),
    );
  },

  async releaseFreePages() {
    return false;
  },

  async truncateFile() {},
};
