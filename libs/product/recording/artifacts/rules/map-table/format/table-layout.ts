import { TableFault } from './table-fault.ts';

/** The bytes "EMAP". */
const MAGIC = 0x50_41_4d_45;
const VERSION = 1;

/**
 * The header has eleven numbers of 32 bits, the widths of the five fields of a segment, and zeros.
 */
export const HEADER_BYTES = 56;
const WIDTHS_AT = 44;
/** Bytes of a generated line's entry: its number, and the index of its first segment. */
export const LINE_BYTES = 8;
/**
 * Bytes of a source's entry: start and length of its path, start and length of its content, its
 * first content line, the number of its content lines, flags.
 */
export const SOURCE_BYTES = 28;
export const OFFSET_BYTES = 4;

export const IS_IGNORED = 1;
export const HAS_CONTENT = 2;
/** Set when the content is ASCII, so that a column is also an offset in bytes. */
export const IS_ASCII = 4;

/**
 * Bytes of each field of a segment: generated column, source, original line, original column, name.
 */
export type FieldWidths = readonly [number, number, number, number, number];

export interface TableHeader {
  readonly lineCount: number;
  readonly segmentCount: number;
  readonly sourceCount: number;
  readonly nameCount: number;
  readonly contentLineCount: number;
  readonly textLength: number;
  readonly fileLength: number;
  readonly debugIdLength: number;
  readonly widths: FieldWidths;
}

/**
 * Offsets at which the areas begin, in bytes from the start of the table. The areas follow each
 * other without gaps.
 */
export interface TableAreas {
  readonly lines: number;
  readonly segments: number;
  readonly sources: number;
  readonly names: number;
  readonly contentLines: number;
  readonly text: number;
  readonly end: number;
}

export function placeAreas(header: TableHeader): TableAreas {
  const lines = HEADER_BYTES;
  const segments = lines + LINE_BYTES * (header.lineCount + 1);
  const sources = segments + toRowBytes(header.widths) * header.segmentCount;
  const names = sources + SOURCE_BYTES * header.sourceCount;
  const contentLines = names + OFFSET_BYTES * (header.nameCount + 1);
  const text = contentLines + OFFSET_BYTES * header.contentLineCount;
  return { lines, segments, sources, names, contentLines, text, end: text + header.textLength };
}

export function toRowBytes(widths: FieldWidths): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

export function writeHeader(bytes: Uint8Array, header: TableHeader): void {
  const numbers = [
    MAGIC,
    VERSION,
    bytes.length,
    header.lineCount,
    header.segmentCount,
    header.sourceCount,
    header.nameCount,
    header.contentLineCount,
    header.textLength,
    header.fileLength,
    header.debugIdLength,
  ];
  const view = viewOf(bytes);
  for (const [index, number] of numbers.entries()) view.setUint32(4 * index, number, true);
  bytes.set(header.widths, WIDTHS_AT);
}

/**
 * Reads the header from the first bytes of a table.
 *
 * @throws {TableFault} when the bytes are not a table, have another version, or do not fit
 *   `length`
 */
export function readHeader(bytes: Uint8Array, length: number): TableHeader {
  const numbers = viewOf(bytes);
  const read = (index: number) => numbers.getUint32(4 * index, true);
  if (read(0) !== MAGIC) throw new TableFault('The bytes are no table of a source map.');
  if (read(1) !== VERSION) throw new TableFault('The table has another version.');
  if (read(2) !== length) throw new TableFault('The table is not as long as it says.');
  const [column = 0, source = 0, originalLine = 0, originalColumn = 0, name = 0] =
    bytes.subarray(WIDTHS_AT);
  const header: TableHeader = {
    lineCount: read(3),
    segmentCount: read(4),
    sourceCount: read(5),
    nameCount: read(6),
    contentLineCount: read(7),
    textLength: read(8),
    fileLength: read(9),
    debugIdLength: read(10),
    widths: [column, source, originalLine, originalColumn, name],
  };
  const isSound =
    placeAreas(header).end === length &&
    header.widths.every((width) => width <= 4) &&
    header.fileLength + header.debugIdLength <= header.textLength;
  if (!isSound) throw new TableFault('The areas of the table do not fit into it.');
  return header;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
