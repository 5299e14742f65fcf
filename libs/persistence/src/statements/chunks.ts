/** Keeps a statement's parameters under what the databases take (SQLite: 32,766). */
const ROWS_PER_STATEMENT = 1000;

/** Runs `work` on all `rows`, in their order, as many at once as fit into a statement. */
export async function inChunks<T, R>(
  rows: readonly T[],
  work: (chunk: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    results.push(...(await work(rows.slice(start, start + ROWS_PER_STATEMENT))));
  }
  return results;
}
