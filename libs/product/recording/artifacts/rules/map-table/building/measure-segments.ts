import type { FieldWidths } from '../format/table-layout.ts';
import type { MapPart } from '../parsing/parse-map.ts';
import { walkSegments } from '../parsing/walk-segments.ts';

export interface SegmentMeasures {
  readonly segmentCount: number;
  readonly lineCount: number;
  readonly widths: FieldWidths;
}

/**
 * Counts the segments before memory is allocated. Reading the mappings twice costs less than
 * keeping six million segments in between.
 *
 * @throws {MapFault} as `walkSegments` does
 */
export function measureSegments(parts: readonly MapPart[]): SegmentMeasures {
  let segmentCount = 0;
  let lineCount = 0;
  let lastLine = -1;
  let column = 0;
  let source = 0;
  let originalLine = 0;
  let originalColumn = 0;
  let name = 0;
  walkSegments(parts, (segment) => {
    segmentCount += 1;
    if (segment.line !== lastLine) lineCount += 1;
    lastLine = segment.line;
    if (segment.column > column) ({ column } = segment);
    if (segment.source > source) ({ source } = segment);
    if (segment.originalLine > originalLine) ({ originalLine } = segment);
    if (segment.originalColumn > originalColumn) ({ originalColumn } = segment);
    if (segment.name > name) ({ name } = segment);
  });
  return {
    segmentCount,
    lineCount,
    widths: [
      toWidth(column),
      toWidth(source),
      toWidth(originalLine),
      toWidth(originalColumn),
      toWidth(name),
    ],
  };
}

function toWidth(largest: number): number {
  return Math.ceil((32 - Math.clz32(largest)) / 8);
}
