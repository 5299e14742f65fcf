/** Yields what promises resolve to, the first to resolve first. Rejects with the first that rejects. */
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
