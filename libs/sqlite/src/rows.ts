export type Values = readonly unknown[];

/** Converts a Uint8Array to a Buffer, and a BigInt to the nearest number. */
export function readValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  // Blobs are the only objects among SQLite's values.
  if (typeof value !== 'object' || value === null) return value;
  const { buffer, byteOffset, byteLength } = value as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * Creates a function that turns arrays of values into row objects. Adding the columns one by one
 * gives each object a new shape in V8, which takes 120 µs for 100 rows of 24 columns. Copying an
 * object that already has all columns takes 35 µs.
 */
export function createRowMaker(columns: readonly string[]): (values: Values) => unknown {
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(
    columns.map((name) => [name, null]),
  );
  return (values) => {
    const row: Record<string, unknown> = { ...blank };
    // Avoids an iterator, because this runs for every value read.
    for (let index = 0; index < columns.length; index += 1) {
      row[columns[index] as string] = readValue(values[index]);
    }
    return row;
  };
}
