export interface TableBytes {
  readonly length: number;
  /**
   * Returns the bytes from `offset` on. `MapTable` never reads outside of `length`, nor more than
   * 12 kB at once.
   */
  read(offset: number, length: number): Uint8Array;
}

export function inMemory(bytes: Uint8Array): TableBytes {
  return {
    length: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}
