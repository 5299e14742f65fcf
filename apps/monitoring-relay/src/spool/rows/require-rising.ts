import { SqliteError } from '#sqlite';

/**
 * Throws `SQLITE_CORRUPT` when ids that were read in order do not rise above `aboveId`. SQLite
 * reads a page with changed ids without noticing, and a query above the last id would find the same
 * rows for ever.
 */
export function requireRising(ids: Iterable<number>, aboveId: number): void {
  let lastId = aboveId;
  for (const id of ids) {
    if (id <= lastId) throw new SqliteError('Rows are out of order', 'SQLITE_CORRUPT');
    lastId = id;
  }
}
