/**
 * Like Promise.all, but when several fail the first in order decides, not the first in time; it is not
 * waited for those after it. `onFailure` is told of every failure, the deciding one and later ones too.
 */
export async function allInOrder<T>(
  promises: readonly Promise<T>[],
  onFailure: (error: unknown) => void,
): Promise<T[]> {
  for (const promise of promises) promise.catch(onFailure);
  const values: T[] = [];
  // All are under way already.
  for (const promise of promises) values.push(await promise);
  return values;
}
