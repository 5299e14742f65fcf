import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqliteDatabase } from '#sqlite';
import type { QueuedAmount } from '../ports/forward-queue.ts';
import type { ForwardShare } from './forward-bodies.ts';

/** Rows that are counted without a break, within some milliseconds. */
const SLICE = 5000;

export interface BodyCount {
  readonly reports: Map<number, number>;
  readonly bodyBytes: Map<number, number>;
  readonly forwards: Map<number, QueuedAmount>;
  readonly forwardsBySegment: Map<number, ForwardShare>;
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
 * Counts the rows of both queues. Yields after each slice, so that the caller can let other work
 * run. Throws when SQLite cannot read the rows.
 */
export function* countBodies(db: SqliteDatabase): Generator<undefined, BodyCount> {
  const count: BodyCount = {
    reports: new Map(),
    bodyBytes: new Map(),
    forwards: new Map(),
    forwardsBySegment: new Map(),
  };
  // A report in both queues has one body, which is counted with the forwarded reports.
  const ownBytes =
    'CASE WHEN EXISTS (SELECT 1 FROM forwards WHERE forwards.id = reports.id) THEN 0 ELSE body_bytes END';
  for (const rows of readSlices(db, 'reports WHERE', ['0', ownBytes])) {
    for (const row of rows) countBodyOf(row, count);
    yield;
  }
  for (const rows of readSlices(db, 'forwards WHERE', ['bytes', 'body_bytes'])) {
    for (const row of rows) {
      countBodyOf(row, count);
      countForwards(row, count);
    }
    yield;
  }
  return count;
}

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

/**
 * Counts the rows in slices, in the order of ids. Uses `total` instead of `sum`, because `sum`
 * throws on overflow and a damaged length may be huge.
 */
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

function countForwards(found: CountedRows, { forwards, forwardsBySegment }: BodyCount): void {
  const { segment, projectId, rows, bytes, bodyBytes, firstId, lastId } = found;
  const amount = forwards.get(projectId) ?? { reports: 0, bytes: 0 };
  forwards.set(projectId, { reports: amount.reports + rows, bytes: amount.bytes + bytes });
  if (segment === null) return;
  const share = forwardsBySegment.get(segment) ?? { rows: 0, bytes: 0, firstId, lastId };
  forwardsBySegment.set(segment, {
    rows: share.rows + rows,
    bytes: share.bytes + bodyBytes,
    firstId: Math.min(share.firstId, firstId),
    lastId: Math.max(share.lastId, lastId),
  });
}
