/**
 * Yields the values of promises in the order in which they settle. Throws at the first rejection.
 */
export async function* inSettledOrder<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const settled: Promise<T>[] = [];
  let wake: () => void = () => undefined;
  for (const promise of promises) {
    const note = (): void => {
      settled.push(promise);
      wake();
    };
    promise.then(note, note);
  }
  for (let left = promises.length; left > 0; left -= 1) {
    if (settled.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    yield settled.shift() as Promise<T>;
  }
}
