/** The bytes of a table, in memory or in a file. */
export interface TableBytes {
  readonly length: number;
  /** The bytes from `offset` on. `MapTable` asks for none outside of `length`, and never for more than 12 kB. */
  read(offset: number, length: number): Uint8Array;
}

/** A table that is in memory as a whole. */
export function inMemory(bytes: Uint8Array): TableBytes {
  return {
    length: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}
