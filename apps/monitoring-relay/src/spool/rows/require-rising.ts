import { SqliteError } from '#sqlite';

/**
 * Throws, as of damage, where ids that were read in their order do not rise above `aboveId`: SQLite reads a page whose rows
 * have other ids than they had as it stands, and finds from the last of them on the same ones again, without an end.
 */
export function requireRising(ids: Iterable<number>, aboveId: number): void {
  let lastId = aboveId;
  for (const id of ids) {
    if (id <= lastId) throw new SqliteError('Rows are out of order', 'SQLITE_CORRUPT');
    lastId = id;
  }
}
