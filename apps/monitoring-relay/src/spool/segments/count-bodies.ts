import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqliteDatabase } from '#sqlite';
import type { QueuedAmount } from '../ports/forward-queue.ts';
import type { OwedShare } from './owed-bodies.ts';

/** Counted at a time: some milliseconds. */
const SLICE = 5000;

/** What the rows of a spool name, as it is found. */
export interface BodyCount {
  /** Of each segment that rows name, how many do: two rows may name one body. */
  readonly reports: Map<number, number>;
  /** And how many bytes their bodies have. */
  readonly bodyBytes: Map<number, number>;
  /** By project. */
  readonly owed: Map<number, QueuedAmount>;
  readonly owedBySegment: Map<number, OwedShare>;
}

interface CountedRows {
  readonly segment: number | null;
  readonly projectId: number;
  readonly rows: number;
  readonly bytes: number;
  readonly bodyBytes: number;
  readonly firstId: number;
  readonly lastId: number;
}

/**
 * Reads the rows of both queues. It pauses again and again, so that a long queue
 * holds up nobody who has something else to do. Throws what SQLite says.
 */
export function* countBodies(db: SqliteDatabase): Generator<undefined, BodyCount> {
  const count: BodyCount = {
    reports: new Map(),
    bodyBytes: new Map(),
    owed: new Map(),
    owedBySegment: new Map(),
  };
  // A report that is owed too has the same body: it is counted with what is owed.
  const ownBytes =
    'CASE WHEN EXISTS (SELECT 1 FROM forwards WHERE forwards.id = reports.id) THEN 0 ELSE body_bytes END';
  for (const rows of readSlices(db, 'reports WHERE', ['0', ownBytes])) {
    for (const row of rows) countBodyOf(row, count);
    yield;
  }
  for (const rows of readSlices(db, 'forwards WHERE', ['bytes', 'body_bytes'])) {
    for (const row of rows) {
      countBodyOf(row, count);
      countOwed(row, count);
    }
    yield;
  }
  return count;
}

/** At once: for who can do nothing before. */
export function finishCount(count: Generator<undefined, BodyCount>): BodyCount {
  for (;;) {
    const { done, value } = count.next();
    if (done) return value;
  }
}

export async function countInTurns(count: Generator<undefined, BodyCount>): Promise<BodyCount> {
  for (;;) {
    const { done, value } = count.next();
    if (done) return value;
    await nextTurn();
  }
}

/** In the order of their ids. Not `sum` of bytes, which throws beyond 64 bits: a length may be damaged. */
function* readSlices(
  db: SqliteDatabase,
  source: string,
  [bytes, bodyBytes]: readonly [string, string],
): Generator<CountedRows[]> {
  const read = db.prepare(
    `SELECT segment, project_id AS projectId, count(*) AS rows, total(bytes) AS bytes,
       total(body_bytes) AS bodyBytes, min(id) AS firstId, max(id) AS lastId
     FROM (
       SELECT id, segment, project_id, ${bytes} AS bytes, ${bodyBytes} AS body_bytes
       FROM ${source} id > ? ORDER BY id LIMIT ${SLICE}
     ) GROUP BY segment, project_id`,
  );
  for (let aboveId = 0; ;) {
    const rows = read.all(aboveId) as CountedRows[];
    if (rows.length === 0) return;
    aboveId = Math.max(...rows.map(({ lastId }) => lastId));
    yield rows;
  }
}

function countBodyOf({ segment, rows, bodyBytes }: CountedRows, count: BodyCount): void {
  if (segment === null) return;
  count.reports.set(segment, (count.reports.get(segment) ?? 0) + rows);
  count.bodyBytes.set(segment, (count.bodyBytes.get(segment) ?? 0) + bodyBytes);
}

function countOwed(found: CountedRows, { owed, owedBySegment }: BodyCount): void {
  const { segment, projectId, rows, bytes, bodyBytes, firstId, lastId } = found;
  const amount = owed.get(projectId) ?? { reports: 0, bytes: 0 };
  owed.set(projectId, { reports: amount.reports + rows, bytes: amount.bytes + bytes });
  if (segment === null) return;
  const share = owedBySegment.get(segment) ?? { rows: 0, bytes: 0, firstId, lastId };
  owedBySegment.set(segment, {
    rows: share.rows + rows,
    bytes: share.bytes + bodyBytes,
    firstId: Math.min(share.firstId, firstId),
    lastId: Math.max(share.lastId, lastId),
  });
}
