import { OFFSET_BYTES } from '../format/table-layout.ts';
import type { TableArea } from './table-area.ts';

const MAX_LINE_CHARACTERS = 1000;

const MARK = '…';

interface LinePart {
  readonly text: string;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * Returns where a part of `MAX_LINE_CHARACTERS` begins. `index` is in the middle of the part,
 * except near the ends of the line.
 */
function toPartStart(index: number, lineLength: number): number {
  const start = Math.min(index - MAX_LINE_CHARACTERS / 2, lineLength - MAX_LINE_CHARACTERS);
  return Math.max(0, start);
}

/**
 * Cuts a line to `MAX_LINE_CHARACTERS` around `index`, and marks each cut end with `…`. When
 * `index` is beyond the text, keeps the start of the line.
 */
function cutLine(line: LinePart, index: number): string {
  const { text } = line;
  const start = index < text.length ? toPartStart(index, text.length) : 0;
  const end = Math.min(text.length, start + MAX_LINE_CHARACTERS);
  const isCutBefore = line.isCutBefore || start > 0;
  const isCutAfter = line.isCutAfter || end < text.length;
  if (!isCutBefore && !isCutAfter) return text;
  const isFull = end - start === MAX_LINE_CHARACTERS;
  const part = text.slice(
    isCutBefore && isFull ? start + MARK.length : start,
    isCutAfter && isFull ? end - MARK.length : end,
  );
  return (isCutBefore ? MARK : '') + withoutHalves(part) + (isCutAfter ? MARK : '');
}

/** Removes half of a surrogate pair that a cut has split. */
function withoutHalves(text: string): string {
  return text.replace(/^[\u{DC00}-\u{DFFF}]/u, '').replace(/[\u{D800}-\u{DBFF}]$/u, '');
}

/** Bytes of a line that are read at once. A UTF-16 code unit takes at most three bytes in UTF-8. */
const PART_BYTES = 3 * MAX_LINE_CHARACTERS;
/**
 * Number of bytes in which a character is searched, in a line that is not ASCII. When the character
 * comes later, the line is shown from its start.
 */
const MAX_SEARCH_BYTES = 65_536;

const MAX_AROUND = 50;

const LINE_END = /\r\n|[\n\r]/;

export interface SourceContext {
  readonly before: readonly string[];
  readonly line: string;
  readonly after: readonly string[];
}

/**
 * Where the content of a source lies in the area of texts, and where its lines lie in the area of
 * line starts.
 */
export interface Content {
  readonly start: number;
  readonly length: number;
  readonly firstLine: number;
  readonly lineCount: number;
  readonly isAscii: boolean;
}

export interface WantedLines {
  readonly line: number;
  readonly column: number;
  readonly around: number;
}

export class ContentLines {
  readonly #content: Content;
  readonly #starts: TableArea;
  readonly #text: TableArea;
  /** `ignoreBOM` keeps a byte order mark as a character of its line. */
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(content: Content, areas: { readonly starts: TableArea; readonly text: TableArea }) {
    this.#content = content;
    this.#starts = areas.starts;
    this.#text = areas.text;
  }

  read({ line, column, around }: WantedLines): SourceContext | undefined {
    const { lineCount } = this.#content;
    const index = line - 1;
    if (!Number.isSafeInteger(index) || index < 0 || index >= lineCount) return undefined;
    const reach = Math.min(Math.max(0, Math.trunc(around)), MAX_AROUND);
    const first = Math.max(0, index - reach);
    const bounds = this.#readBounds(first, Math.min(lineCount, index + reach + 1));
    const lines = this.#readLines(bounds, { place: index - first, index: toIndex(column) });
    const place = index - first;
    return {
      before: lines.slice(0, place),
      line: lines[place] ?? '',
      after: lines.slice(place + 1),
    };
  }

  /**
   * Returns the starts of the lines from `first` to just before `end`, followed by the end of the
   * last of these lines.
   */
  #readBounds(first: number, end: number): readonly number[] {
    const { firstLine, lineCount, length } = this.#content;
    const isLast = end === lineCount;
    const count = end - first + (isLast ? 0 : 1);
    const starts = this.#starts.readNumbers(OFFSET_BYTES * (firstLine + first), count);
    return isLast ? [...starts, length] : starts;
  }

  /**
   * Reads all lines at once, unless they are long. Long lines are cut. The wanted line keeps the
   * part around a character, and all other lines keep their start.
   */
  #readLines(
    bounds: readonly number[],
    wanted: { readonly place: number; readonly index: number },
  ): readonly string[] {
    const toWanted = (place: number) => (place === wanted.place ? wanted.index : 0);
    const [start = 0] = bounds;
    const end = bounds.at(-1) ?? start;
    if (end - start > PART_BYTES) {
      return bounds
        .slice(1)
        .map((lineEnd, place) => this.#readLine(bounds[place] ?? 0, lineEnd, toWanted(place)));
    }
    const text = this.#decoder.decode(this.#readText(start, end));
    const lines = text.split(LINE_END).slice(0, bounds.length - 1);
    return lines.map((line, place) =>
      cutLine({ text: line, isCutBefore: false, isCutAfter: false }, toWanted(place)),
    );
  }

  #readLine(start: number, end: number, index: number): string {
    const partStart = end - start > PART_BYTES ? this.#findPart(start, end, index) : start;
    const partEnd = Math.min(end, partStart + PART_BYTES);
    const isCutAfter = partEnd < end;
    const text = this.#decoder.decode(this.#readText(partStart, partEnd));
    const line: LinePart = {
      text: isCutAfter ? text : text.replace(/\r?\n$|\r$/, ''),
      isCutBefore: partStart > start,
      isCutAfter,
    };
    return cutLine(line, partStart > start ? MAX_LINE_CHARACTERS / 2 : index);
  }

  #findPart(start: number, end: number, index: number): number {
    if (this.#content.isAscii) return start + toPartStart(index, end - start);
    const wanted = Math.max(0, index - MAX_LINE_CHARACTERS / 2);
    const searched = Math.min(end, start + MAX_SEARCH_BYTES);
    let characters = 0;
    for (let at = start; at < searched; at += PART_BYTES) {
      const bytes = this.#readText(at, Math.min(searched, at + PART_BYTES));
      for (const [place, byte] of bytes.entries()) {
        // Skips bytes that continue a character.
        if ((byte & 0xc0) === 0x80) continue;
        if (characters >= wanted) return at + place;
        characters += byte >= 0xf0 ? 2 : 1;
      }
    }
    return start;
  }

  #readText(start: number, end: number): Uint8Array {
    return this.#text.read(this.#content.start + start, end - start);
  }
}

function toIndex(column: number): number {
  return Math.max(0, Math.trunc(column) - 1);
}
