import { SqliteError } from '#sqlite';

/**
 * Throws `SQLITE_CORRUPT` unless each id is higher than `aboveId` and higher than the id before it.
 * SQLite does not notice a page with changed ids. A query for the rows above the last id could
 * otherwise return the same rows for ever.
 */
export function requireRising(ids: Iterable<number>, aboveId: number): void {
  let lastId = aboveId;
  for (const id of ids) {
    if (id <= lastId) throw new SqliteError('Rows are out of order', 'SQLITE_CORRUPT');
    lastId = id;
  }
}
