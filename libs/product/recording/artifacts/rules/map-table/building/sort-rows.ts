import { readNumber } from '../format/read-number.ts';

/** Sorts the rows of one generated line by their column. Rows of one column keep their order. */
export function sortRows(rows: Uint8Array, rowBytes: number, columnWidth: number): void {
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
