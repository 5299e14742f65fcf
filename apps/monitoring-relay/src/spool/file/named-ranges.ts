import type { SqliteDatabase } from '#sqlite';
import type { ForwardBodies } from '../segments/forward-bodies.ts';
import type { ByteRange } from '../segments/overwrite-gaps.ts';

interface NamedRange extends ByteRange {
  readonly segment: number;
}

const RANGE = 'segment, body_offset AS offset, body_bytes AS bytes';

/**
 * Returns, for each segment, the ranges of the bodies that rows of `reports` or `forwards` name.
 * Reads all rows of `reports`.
 */
export function listNamedRanges(
  db: SqliteDatabase,
  forwardBodies: Pick<ForwardBodies, 'bySegment'>,
  segments: readonly number[],
): ReadonlyMap<number, readonly ByteRange[]> {
  const queued = db.prepare(
    `SELECT ${RANGE} FROM reports WHERE segment IN (SELECT value FROM json_each(?))`,
  );
  const forwarded = db.prepare(
    `SELECT ${RANGE} FROM forwards WHERE id BETWEEN ? AND ? AND segment = ?`,
  );
  const rows = queued.all(JSON.stringify(segments)) as NamedRange[];
  for (const segment of segments) {
    const share = forwardBodies.bySegment.get(segment);
    if (share) rows.push(...(forwarded.all(share.firstId, share.lastId, segment) as NamedRange[]));
  }
  const ranges = new Map<number, ByteRange[]>(segments.map((segment) => [segment, []]));
  for (const { segment, ...range } of rows) ranges.get(segment)?.push(range);
  return ranges;
}
