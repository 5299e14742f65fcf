import { readNumber } from '../format/read-number.ts';
import type { FieldWidths } from '../format/table-layout.ts';
import { LINE_BYTES, toRowBytes, viewOf } from '../format/table-layout.ts';
import type { Segment } from '../parsing/walk-segments.ts';

export class SegmentWriter {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #widths: FieldWidths;
  readonly #rowBytes: number;
  #lineAt: number;
  readonly #segments: number;
  #count = 0;
  #line = -1;
  #firstOfLine = 0;
  #lastColumn = 0;
  #isSorted = true;

  constructor(
    bytes: Uint8Array,
    widths: FieldWidths,
    areas: { readonly lines: number; readonly segments: number },
  ) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#widths = widths;
    this.#rowBytes = toRowBytes(widths);
    this.#lineAt = areas.lines;
    this.#segments = areas.segments;
  }

  write(segment: Readonly<Segment>): void {
    if (segment.line !== this.#line) this.#beginLine(segment.line);
    else if (segment.column < this.#lastColumn) this.#isSorted = false;
    this.#lastColumn = segment.column;
    const [column, source, originalLine, originalColumn, name] = this.#widths;
    let at = this.#segments + this.#rowBytes * this.#count;
    at = this.#writeNumber(at, column, segment.column);
    at = this.#writeNumber(at, source, segment.source);
    at = this.#writeNumber(at, originalLine, segment.originalLine);
    at = this.#writeNumber(at, originalColumn, segment.originalColumn);
    this.#writeNumber(at, name, segment.name);
    this.#count += 1;
  }

  /** Writes a closing entry, which says where the segments of the last line end. */
  end(): void {
    this.#beginLine(0xff_ff_ff_ff);
  }

  #beginLine(line: number): void {
    if (!this.#isSorted) this.#sortLine();
    this.#line = line;
    this.#firstOfLine = this.#count;
    this.#isSorted = true;
    this.#view.setUint32(this.#lineAt, line, true);
    this.#view.setUint32(this.#lineAt + 4, this.#count, true);
    this.#lineAt += LINE_BYTES;
  }

  #sortLine(): void {
    const start = this.#segments + this.#rowBytes * this.#firstOfLine;
    const end = this.#segments + this.#rowBytes * this.#count;
    sortRows(this.#bytes.subarray(start, end), this.#rowBytes, this.#widths[0]);
  }

  #writeNumber(at: number, width: number, value: number): number {
    let rest = value;
    for (let index = at; index < at + width; index += 1) {
      this.#bytes[index] = rest & 255;
      rest >>>= 8;
    }
    return at + width;
  }
}

/** Sorts the rows of one generated line by their column. Rows of one column keep their order. */
function sortRows(rows: Uint8Array, rowBytes: number, columnWidth: number): void {
  const count = rows.length / rowBytes;
  // Each key combines a column with a row's index. Keys sort without a comparator, and are exact up
  // to 2^53.
  const keys = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    keys[index] = readNumber(rows, index * rowBytes, columnWidth) * count + index;
  }
  keys.sort();
  const unsorted = rows.slice();
  for (let index = 0; index < count; index += 1) {
    const start = ((keys[index] ?? 0) % count) * rowBytes;
    for (let byte = 0; byte < rowBytes; byte += 1) {
      rows[index * rowBytes + byte] = unsorted[start + byte] ?? 0;
    }
  }
}
