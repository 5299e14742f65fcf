import { readNumber } from '../format/read-number.ts';

/** Sorts the rows of one generated line by their column. Rows of one column keep their order. */
export function sortRows(rows: Uint8Array, rowBytes: number, columnWidth: number): void {
  const count = rows.length / rowBytes;
  // A column has up to 29 bits and a row's index up to 25. Their product is an exact number, so the
  // keys sort without a comparator.
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
