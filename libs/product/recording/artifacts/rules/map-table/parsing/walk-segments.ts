import { MapFault } from './map-fault.ts';
import { MappingsCursor } from './mappings-cursor.ts';
import type { MapPart } from './parse-map.ts';

const MAX_SEGMENTS = 20_000_000;

/**
 * A segment of the whole map. `source` and `name` count from 1, with 0 for none. All other numbers
 * count from 0.
 */
export interface Segment {
  line: number;
  column: number;
  source: number;
  originalLine: number;
  originalColumn: number;
  name: number;
}

/**
 * Visits the segments of all parts in the order of their generated lines. Within a line, segments
 * come in the order of the map, which may be unsorted. The visitor always receives the same object
 * and must not keep it.
 *
 * @throws {MapFault} when mappings are broken, refer to a missing source or name, or have more
 *   than 20 million segments
 */
export function walkSegments(
  parts: readonly MapPart[],
  visit: (segment: Readonly<Segment>) => void,
): void {
  const segment = { line: 0, column: 0, source: 0, originalLine: 0, originalColumn: 0, name: 0 };
  let count = 0;
  for (const part of parts) {
    const cursor = new MappingsCursor(part.mappings);
    const { start, end } = part;
    while (cursor.next()) {
      count += 1;
      if (count > MAX_SEGMENTS) throw new MapFault('The map has more than 20 million segments.');
      segment.line = cursor.line + start.line;
      segment.column = cursor.column + (cursor.line === 0 ? start.column : 0);
      if (segment.line > end.line) break;
      takeOriginal(segment, cursor, part);
      // Drops segments that reach from one section into the next.
      if (segment.line < end.line || segment.column < end.column) visit(segment);
    }
  }
}

function takeOriginal(segment: Segment, cursor: MappingsCursor, part: MapPart): void {
  const hasSource = cursor.fieldCount >= 4;
  const hasName = cursor.fieldCount === 5;
  if (hasSource && cursor.source >= part.sourceCount) throw missing('source', cursor);
  if (hasName && cursor.name >= part.nameCount) throw missing('name', cursor);
  segment.source = hasSource ? part.firstSource + cursor.source + 1 : 0;
  segment.originalLine = hasSource ? cursor.originalLine : 0;
  segment.originalColumn = hasSource ? cursor.originalColumn : 0;
  segment.name = hasName ? part.firstName + cursor.name + 1 : 0;
}

function missing(what: 'source' | 'name', { line }: MappingsCursor): MapFault {
  return new MapFault(
    `The mappings name a ${what} that is not there, at generated line ${line + 1}.`,
  );
}
