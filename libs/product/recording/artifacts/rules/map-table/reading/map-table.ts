import { readNumber } from '../format/read-number.ts';
import { TableFault } from '../format/table-fault.ts';
import {
  HAS_CONTENT,
  HEADER_BYTES,
  IS_ASCII,
  IS_IGNORED,
  LINE_BYTES,
  OFFSET_BYTES,
  placeAreas,
  readHeader,
  SOURCE_BYTES,
  toRowBytes,
} from '../format/table-layout.ts';
import type { TableAreas, TableHeader } from '../format/table-layout.ts';
import { ContentLines } from './content-lines.ts';
import type { Content, SourceContext } from './content-lines.ts';
import { TableArea } from './table-area.ts';
import type { TableBytes } from './table-bytes.ts';

/** Paths are cut to 4,096 characters when a table is built. A longer text means damage. */
const MAX_TEXT_BYTES = 3 * 4096;

const DEFAULT_AROUND = 5;

/** A position in the original code. `line` and `column` count from 1. */
export interface OriginalPosition {
  /** Empty for a source that the map does not name. */
  readonly source: string;
  readonly sourceIndex: number;
  /** Whether the map's `ignoreList` lists the source as part of a library. */
  readonly isIgnored: boolean;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
}

export interface MapFacts {
  readonly sourceCount: number;
  readonly segmentCount: number;
  readonly file?: string;
  readonly debugId?: string;
}

interface Source {
  readonly path: string;
  readonly isIgnored: boolean;
  readonly content?: Content;
}

/**
 * Reads the table of a source map in place: each call reads some dozens of small pieces and keeps
 * none of them.
 *
 * Methods throw a `TableFault` when they meet damage. A changed table may also give wrong answers,
 * but never makes a method read out of bounds or run endlessly.
 *
 * @example
 *     const table = MapTable.open(inMemory(buildMapTable(json)));
 *     const position = table.find(frame.lineno, frame.colno);
 *     const context = position && table.context(position.sourceIndex, position.line, position);
 */
export class MapTable {
  readonly #header: TableHeader;
  readonly #rowBytes: number;
  readonly #lines: TableArea;
  readonly #segments: TableArea;
  readonly #sources: TableArea;
  readonly #names: TableArea;
  readonly #contentLines: TableArea;
  readonly #text: TableArea;
  readonly #decoder = new TextDecoder();

  private constructor(bytes: TableBytes, header: TableHeader, areas: TableAreas) {
    this.#header = header;
    this.#rowBytes = toRowBytes(header.widths);
    this.#lines = new TableArea(bytes, areas.lines, areas.segments);
    this.#segments = new TableArea(bytes, areas.segments, areas.sources);
    this.#sources = new TableArea(bytes, areas.sources, areas.names);
    this.#names = new TableArea(bytes, areas.names, areas.contentLines);
    this.#contentLines = new TableArea(bytes, areas.contentLines, areas.text);
    this.#text = new TableArea(bytes, areas.text, areas.end);
  }

  /** @throws {TableFault} when the bytes are not a table, have another version, or are cut */
  static open(bytes: TableBytes): MapTable {
    if (bytes.length < HEADER_BYTES) throw new TableFault('The table is too short.');
    const whole = new TableArea(bytes, 0, bytes.length);
    const header = readHeader(whole.read(0, HEADER_BYTES), bytes.length);
    return new MapTable(bytes, header, placeAreas(header));
  }

  /**
   * Finds the original position of the last segment at or before a generated position. Undefined
   * means that the line has no such segment, or that the segment belongs to no source.
   *
   * `name` is the name of what stands at the position, not of the function around it. To name a
   * frame's function, call `find` for the calling frame: its `name` is the name by which the caller
   * calls the function.
   *
   * @param line counts from 1, as `lineno` of a frame
   * @param column counts from 1, as `colno` of a frame from Chromium, Firefox and Safari
   */
  find(line: number, column: number): OriginalPosition | undefined {
    if (!isPosition(line) || !isPosition(column)) return undefined;
    const segments = this.#findSegments(line - 1);
    const index = segments && findLast(segments, column - 1, (each) => this.#readColumn(each));
    return index === undefined ? undefined : this.#readOriginal(index);
  }

  /**
   * Reads the lines around a line of a source. Undefined means that the map has no content for the
   * source, or that the content has no such line. Each line is cut to 1,000 characters, with `…`
   * for what is left out.
   *
   * @param sourceIndex as `find` returns it
   * @param line counts from 1
   * @param options `column` counts from 1, and a long line is cut around it. `around` lines come
   *   before and after, 50 at most
   */
  context(
    sourceIndex: number,
    line: number,
    options: { readonly column?: number; readonly around?: number } = {},
  ): SourceContext | undefined {
    const { column = 1, around = DEFAULT_AROUND } = options;
    const isSource = Number.isSafeInteger(sourceIndex) && sourceIndex >= 0;
    if (!isSource || sourceIndex >= this.#header.sourceCount) return undefined;
    const { content } = this.#readSource(sourceIndex);
    const areas = { starts: this.#contentLines, text: this.#text };
    return content && new ContentLines(content, areas).read({ line, column, around });
  }

  readFacts(): MapFacts {
    const { sourceCount, segmentCount, fileLength, debugIdLength } = this.#header;
    const file = this.#readText(0, fileLength);
    const debugId = this.#readText(fileLength, debugIdLength);
    return {
      sourceCount,
      segmentCount,
      file: file !== '' ? file : undefined,
      debugId: debugId !== '' ? debugId : undefined,
    };
  }

  #findSegments(line: number): readonly [low: number, high: number] | undefined {
    const { lineCount } = this.#header;
    const readLine = (index: number) => this.#lines.readNumbers(LINE_BYTES * index, 1)[0] ?? 0;
    const index = findLast([0, lineCount], line, readLine);
    if (index === undefined) return undefined;
    // The entry of the next line says where the segments of this line end.
    const [found, low = 0, , high = 0] = this.#lines.readNumbers(LINE_BYTES * index, 4);
    return found === line ? [low, high] : undefined;
  }

  #readColumn(index: number): number {
    const [width] = this.#header.widths;
    return readNumber(this.#segments.read(this.#rowBytes * index, width), 0, width);
  }

  #readOriginal(index: number): OriginalPosition | undefined {
    const row = this.#segments.read(this.#rowBytes * index, this.#rowBytes);
    const [, source = 0, line = 0, column = 0, name = 0] = this.#splitRow(row);
    if (source === 0) return undefined;
    const { path, isIgnored } = this.#readSource(source - 1);
    const text = name === 0 ? '' : this.#readName(name - 1);
    return {
      source: path,
      sourceIndex: source - 1,
      isIgnored,
      line: line + 1,
      column: column + 1,
      name: text !== '' ? text : undefined,
    };
  }

  #splitRow(row: Uint8Array): readonly number[] {
    let at = 0;
    return this.#header.widths.map((width) => {
      at += width;
      return readNumber(row, at - width, width);
    });
  }

  #readSource(index: number): Source {
    const numbers = this.#sources.readNumbers(SOURCE_BYTES * index, 7);
    const [pathStart = 0, pathLength = 0, start = 0, length = 0] = numbers;
    const [firstLine = 0, lineCount = 0, flags = 0] = numbers.slice(4);
    const isAscii = (flags & IS_ASCII) !== 0;
    return {
      path: this.#readText(pathStart, pathLength),
      isIgnored: (flags & IS_IGNORED) !== 0,
      content:
        (flags & HAS_CONTENT) !== 0 ? { start, length, firstLine, lineCount, isAscii } : undefined,
    };
  }

  #readName(index: number): string {
    const [start = 0, end = 0] = this.#names.readNumbers(OFFSET_BYTES * index, 2);
    return this.#readText(start, end - start);
  }

  #readText(start: number, length: number): string {
    if (length > MAX_TEXT_BYTES) throw new TableFault('A text of the table is too long.');
    return this.#decoder.decode(this.#text.read(start, length));
  }
}

function isPosition(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

/**
 * Finds the last index from `low` to just before `high` whose value is at most `wanted`. When
 * several values equal `wanted`, returns the first of them, as other readers of source maps do.
 * Values must ascend.
 */
function findLast(
  [low, high]: readonly [low: number, high: number],
  wanted: number,
  readValue: (index: number) => number,
): number | undefined {
  let first = low;
  let end = high;
  // Every value before `first` is less than `wanted`; every value from `end` on is not.
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (readValue(middle) < wanted) first = middle + 1;
    else end = middle;
  }
  if (first < high && readValue(first) === wanted) return first;
  return first > low ? first - 1 : undefined;
}
