const unbegun = new WeakMap<Promise<unknown>, () => void>();

/**
 * Returns a deferred prop whose work begins when its page is about to be sent, after all loaders. A
 * prefetch throws deferred data away, so it does not call `begin`; a plain promise has begun by then.
 * Nothing but the platform may wait for the promise.
 *
 * ```ts
 * show(@VisitorSignal() signal: AbortSignal): StockProps {
 *   return { stock: whenSent(() => this.warehouse.count(signal)) };
 * }
 * ```
 */
export function whenSent<T>(begin: () => T | Promise<T>): Promise<T> {
  let start = (): void => undefined;
  const promise = new Promise<T>((resolve) => {
    start = () => resolve((async () => begin())());
  });
  unbegun.set(promise, start);
  return promise;
}

export function isUnbegun(promise: Promise<unknown>): boolean {
  return unbegun.has(promise);
}

/** Begins what `whenSent` put off. Does nothing for any other promise, and the second time. */
export function beginDatum(promise: Promise<unknown>): void {
  const start = unbegun.get(promise);
  unbegun.delete(promise);
  start?.();
}
