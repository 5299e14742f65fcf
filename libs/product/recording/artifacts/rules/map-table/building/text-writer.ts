import {
  HAS_CONTENT,
  IS_ASCII,
  IS_IGNORED,
  OFFSET_BYTES,
  SOURCE_BYTES,
  viewOf,
} from '../format/table-layout.ts';
import type { TableAreas } from '../format/table-layout.ts';
import type { MapSource, ParsedMap } from '../parsing/parse-map.ts';
import { visitLineStarts } from './measure-text.ts';

export class TextWriter {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #areas: TableAreas;
  readonly #encoder = new TextEncoder();
  #textLength = 0;
  #contentLineCount = 0;

  constructor(bytes: Uint8Array, areas: TableAreas) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#areas = areas;
  }

  write({ file, debugId = '', names, sources }: ParsedMap): void {
    this.#writeText(file);
    this.#writeText(debugId);
    let at = this.#areas.names;
    for (const name of names) {
      at = this.#writeNumbers(at, this.#textLength);
      this.#writeText(name);
    }
    this.#writeNumbers(at, this.#textLength);
    for (const [index, source] of sources.entries()) this.#writeSource(index, source);
  }

  #writeSource(index: number, { path, content, isIgnored }: MapSource): void {
    const pathStart = this.#textLength;
    const pathLength = this.#writeText(path);
    const start = this.#textLength;
    const firstLine = this.#contentLineCount;
    const length = this.#writeText(content ?? '');
    this.#writeLineStarts(start);
    const isAscii = length === (content ?? '').length;
    const flags =
      (isIgnored ? IS_IGNORED : 0) |
      (content === undefined ? 0 : HAS_CONTENT) |
      (isAscii ? IS_ASCII : 0);
    this.#writeNumbers(
      this.#areas.sources + SOURCE_BYTES * index,
      pathStart,
      pathLength,
      start,
      length,
      firstLine,
      this.#contentLineCount - firstLine,
      flags,
    );
  }

  #writeLineStarts(start: number): void {
    const from = this.#areas.text + start;
    visitLineStarts(this.#bytes.subarray(from, this.#areas.text + this.#textLength), (line) => {
      const at = this.#areas.contentLines + OFFSET_BYTES * this.#contentLineCount;
      this.#writeNumbers(at, line);
      this.#contentLineCount += 1;
    });
  }

  #writeText(text: string): number {
    const room = this.#bytes.subarray(this.#areas.text + this.#textLength);
    const { written } = this.#encoder.encodeInto(text, room);
    this.#textLength += written;
    return written;
  }

  #writeNumbers(at: number, ...numbers: readonly number[]): number {
    let next = at;
    for (const number of numbers) {
      this.#view.setUint32(next, number, true);
      next += 4;
    }
    return next;
  }
}
