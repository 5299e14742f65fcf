/**
 * Resolves like `Promise.all`, but rejects with the failure that comes first in the list, not first
 * in time. Promises after the failed one are not awaited. Calls `onFailure` with every failure,
 * even after the rejection.
 */
export async function allInOrder<T>(
  promises: readonly Promise<T>[],
  onFailure: (error: unknown) => void,
): Promise<T[]> {
  for (const promise of promises) promise.catch(onFailure);
  const values: T[] = [];
  // All promises are under way already, so awaiting them in turn costs no time.
  for (const promise of promises) values.push(await promise);
  return values;
}
