import { TableFault } from '../format/table-fault.ts';
import { viewOf } from '../format/table-layout.ts';
import type { TableBytes } from './table-bytes.ts';

/** Reads within the bounds of one area, even when the table is damaged. */
export class TableArea {
  readonly #bytes: TableBytes;
  readonly #start: number;
  readonly #length: number;

  constructor(bytes: TableBytes, start: number, end: number) {
    this.#bytes = bytes;
    this.#start = start;
    this.#length = end - start;
  }

  /**
   * @throws {TableFault} when the bytes are not within the area, or fewer bytes are read than
   *   requested
   */
  read(offset: number, length: number): Uint8Array {
    if (length < 0 || offset < 0 || offset + length > this.#length) {
      throw new TableFault('The table refers to what is not there.');
    }
    if (length === 0) return new Uint8Array(0);
    const bytes = this.#bytes.read(this.#start + offset, length);
    if (bytes.length !== length) throw new TableFault('The table has become shorter.');
    return bytes;
  }

  readNumbers(offset: number, count: number): readonly number[] {
    const view = viewOf(this.read(offset, 4 * count));
    return Array.from({ length: count }, (_, index) => view.getUint32(4 * index, true));
  }
}
