import type { SqliteDatabase, SqliteStatement } from '#sqlite';
import { isDamage } from '../is-damage.ts';
import { requireRising } from '../require-rising.ts';

/** Rows are read so many at a time, and one by one where these cannot be. */
const SLICE = 500;
/** So many ids in a row that lead to what cannot be read: more than a few pages can hide. */
const MOST_LOST_IN_A_ROW = 20_000;

export type Row = Readonly<Record<string, unknown>>;

/**
 * By their `id`, as far as they can be read: what cannot is passed over, and so is an id that no spool comes to, behind
 * which a number would not get. Throws what is no damage.
 */
export function* readById(db: SqliteDatabase, table: string): Generator<Row> {
  const read = db.prepare(
    `SELECT * FROM ${table} WHERE id > ? AND id <= ${Number.MAX_SAFE_INTEGER} ORDER BY id LIMIT ?`,
  );
  let limit = SLICE;
  let lostInARow = 0;
  for (let aboveId = 0; lostInARow < MOST_LOST_IN_A_ROW;) {
    const rows = orUndefined(() => readOnward(read, aboveId, limit));
    if (rows?.length === 0) return;
    if (rows) yield* rows;
    lostInARow = rows || limit > 1 ? 0 : lostInARow + 1;
    if (rows) aboveId = Number(rows.at(-1)!['id']);
    else if (limit === 1) aboveId += 1;
    limit = rows ? SLICE : 1;
  }
}

/** One whose id is out of order is a row all the same, if only it does not lead back to where others were. */
function readOnward(read: SqliteStatement, aboveId: number, limit: number): Row[] {
  const rows = read.all(aboveId, limit) as Row[];
  const last = rows.at(-1);
  if (last) requireRising([Number(last['id'])], aboveId);
  return rows;
}

/** From the first on, up to one that cannot be read. Throws what is no damage. */
export function* readInOrder(db: SqliteDatabase, table: string): Generator<Row> {
  const rows = db.prepare(`SELECT * FROM ${table}`).iterate() as IterableIterator<Row>;
  for (;;) {
    const next = orUndefined(() => rows.next());
    if (!next || next.done) return;
    yield next.value;
  }
}

/** Of what `read` says; undefined when it meets damage. */
export function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return undefined;
  }
}
