import { OFFSET_BYTES } from '../format/table-layout.ts';
import { cutLine, MAX_LINE_CHARACTERS, toPartStart } from './cut-line.ts';
import type { LinePart } from './cut-line.ts';
import type { TableArea } from './table-area.ts';

/** What is read of a line at once. A character of UTF-16 takes three bytes at the most. */
const PART_BYTES = 3 * MAX_LINE_CHARACTERS;
/** How far a character is looked for in a line that is not ASCII: beyond it the line is shown from its start. */
const MAX_SEARCH_BYTES = 65_536;

const MAX_AROUND = 50;

const LINE_END = /\r\n|[\n\r]/;

export interface SourceContext {
  readonly before: readonly string[];
  readonly line: string;
  readonly after: readonly string[];
}

/** Where a content is within the area of texts, and its lines within that of their starts. */
export interface Content {
  readonly start: number;
  readonly length: number;
  readonly firstLine: number;
  readonly lineCount: number;
  readonly isAscii: boolean;
}

/** Which lines are wanted. `line` and `column` count from 1. */
export interface WantedLines {
  readonly line: number;
  readonly column: number;
  readonly around: number;
}

/** Reads lines of one content by the index of their starts. */
export class ContentLines {
  readonly #content: Content;
  readonly #starts: TableArea;
  readonly #text: TableArea;
  /** A byte order mark counts as a character of its line. */
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

  /** The starts of the lines from `first` to `end`, without `end`, and where the last of them ends. */
  #readBounds(first: number, end: number): readonly number[] {
    const { firstLine, lineCount, length } = this.#content;
    const isLast = end === lineCount;
    const count = end - first + (isLast ? 0 : 1);
    const starts = this.#starts.readNumbers(OFFSET_BYTES * (firstLine + first), count);
    return isLast ? [...starts, length] : starts;
  }

  /** Reads lines at once, unless they are long. One of them is wanted around a character, the others from their start. */
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

  /** Where the part of a long line begins that has the character at `index` in its middle. */
  #findPart(start: number, end: number, index: number): number {
    if (this.#content.isAscii) return start + toPartStart(index, end - start);
    const wanted = Math.max(0, index - MAX_LINE_CHARACTERS / 2);
    const searched = Math.min(end, start + MAX_SEARCH_BYTES);
    let characters = 0;
    for (let at = start; at < searched; at += PART_BYTES) {
      const bytes = this.#readText(at, Math.min(searched, at + PART_BYTES));
      for (const [place, byte] of bytes.entries()) {
        // Bytes in the midst of a character.
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
