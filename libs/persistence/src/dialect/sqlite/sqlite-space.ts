import { type Kysely, sql } from 'kysely';
import { retentionLimits } from '#shared';
import type { Schema } from '../../schema.ts';
import type { DatabaseSpace } from '../database-space.ts';

/** Value of `pragma auto_vacuum`: https://sqlite.org/pragma.html#pragma_auto_vacuum */
const INCREMENTAL = 2;

/**
 * Entries of the free list that one step may search. The search takes some 25 ms. SQLite searches
 * the whole list for each page that it gives back: 512 pages take 0.65 s when 260,000 pages are
 * free.
 */
const SEARCHED_PER_STEP = 5_000_000;

/** Bytes that a column takes in a row or in an index, beside its value. */
const CELL_BYTES = 4;
const ROWS_A_SAMPLE = 40;

export const sqliteSpace: DatabaseSpace = {
  async measure(db) {
    const { pageBytes, pages, freePages, isIncremental } = await readPages(db);
    return {
      bytes: pages * pageBytes,
      freeBytes: freePages * pageBytes,
      canGiveBack: isIncremental,
    };
  },

  async listTables(db, { isThorough }) {
    const { rows } = await (
      isThorough
        ? sql<{ name: string; bytes: number }>`
            select s.tbl_name as name, sum(d.pgsize) as bytes
            from dbstat d join sqlite_schema s on s.name = d.name
            where d.aggregate = true group by s.tbl_name`
        : sql<{ name: string; bytes: null }>`
            select name, null as bytes from sqlite_schema where type = 'table'`
    ).execute(db);
    return new Map(
      rows
        .filter(({ name }) => !name.startsWith('sqlite_'))
        .map(({ name, bytes }) => [name, bytes ?? undefined]),
    );
  },

  async estimateTable(db, table) {
    const listed = await sql<{ type: string; wr: number }>`
      select type, wr from pragma_table_list where schema = 'main' and name = ${table}`.execute(db);
    const [kind] = listed.rows;
    // The rows of a virtual table are in tables of their own.
    if (kind?.type !== 'table') return 0;
    const hasRowid = kind.wr === 0;
    const { rows: columns } = await sql<{ name: string; times: number }>`
      select c.name as name, (
        select count(*) + 1 from pragma_index_list(${table}) l
        join pragma_index_xinfo(l.name) i on i.name = c.name
        where l.origin <> 'pk' or ${sql.lit(hasRowid ? 1 : 0)}
      ) as times from pragma_table_info(${table}) c`.execute(db);
    const bytes = columns.map(
      ({ name, times }) =>
        sql`(coalesce(octet_length(${sql.ref(name)}), 0) + ${sql.lit(CELL_BYTES)}) * ${sql.lit(times)}`,
    );
    // Without ids, only the first rows are found fast.
    const starts = hasRowid ? [0, 1 / 3, 2 / 3] : [0];
    const samples = starts.map((start) => {
      const from = sql`(select coalesce(max(rowid), 0) from ${sql.table(table)}) * ${sql.lit(start)}`;
      const where = hasRowid ? sql`where rowid >= ${from}` : sql``;
      return sql`select * from (select ${sql.join(bytes, sql` + `)} as bytes
        from ${sql.table(table)} ${where} limit ${sql.lit(ROWS_A_SAMPLE)})`;
    });
    const { rows } = await sql<{ bytes: number | null }>`
      select (select count(*) from ${sql.table(table)}) * avg(bytes) as bytes
      from (${sql.join(samples, sql` union all `)})`.execute(db);
    return rows[0]?.bytes ?? 0;
  },

  async releaseFreePages(db, share) {
    const { pageBytes, pages, freePages, isIncremental } = await readPages(db);
    const { spaceKeptFree, spaceKeptFreeBytes, spacePerStep } = retentionLimits;
    const kept = Math.min(pages * spaceKeptFree, spaceKeptFreeBytes / pageBytes);
    if (!isIncremental || freePages <= kept) return false;
    const most = Math.min(spacePerStep / pageBytes, SEARCHED_PER_STEP / freePages);
    await sql`pragma incremental_vacuum(${sql.lit(Math.ceil(most * share))})`.execute(db);
    return true;
  },

  async truncateFile(db) {
    await sql`pragma wal_checkpoint(PASSIVE)`.execute(db);
  },
};

async function readPages(db: Kysely<Schema>) {
  const { rows } = await sql<{ size: number; pages: number; free: number; vacuum: number }>`
    select s.page_size as size, c.page_count as pages, f.freelist_count as free,
      a.auto_vacuum as vacuum
    from pragma_page_size s, pragma_page_count c, pragma_freelist_count f, pragma_auto_vacuum a`.execute(
    db,
  );
  const [row] = rows;
  return {
    pageBytes: row?.size ?? 0,
    pages: row?.pages ?? 0,
    freePages: row?.free ?? 0,
    isIncremental: row?.vacuum === INCREMENTAL,
  };
}
