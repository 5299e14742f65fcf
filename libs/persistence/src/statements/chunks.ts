/** Keeps the parameters of a statement below the databases' limits (SQLite: 32,766). */
const ROWS_PER_STATEMENT = 1000;

export async function inChunks<T, R>(
  rows: readonly T[],
  work: (chunk: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: (readonly R[])[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    results.push(await work(rows.slice(start, start + ROWS_PER_STATEMENT)));
  }
  return ([] as R[]).concat(...results);
}
