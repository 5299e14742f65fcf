import type { DeferredOutcome } from '#page-protocol';

export type Settled<T = unknown> = { readonly data: T } | { readonly outcome: DeferredOutcome };

/**
 * Promise of a datum that a view waits for. `Deferred` reads the attached `Settled`, so that React
 * does not treat an outcome as an error.
 */
export interface DeferredPromise<T = unknown> extends Promise<T> {
  readonly [SETTLED]: Promise<Settled<T>>;
}

// `Symbol.for` makes both copies of this library share the symbol. The server's view build has its
// own copy.
const SETTLED = Symbol.for('page.settled');

/**
 * Thrown by `use(datum)` when the datum ended in an outcome. `<Deferred>` shows the outcome
 * instead.
 */
export class DeferredOutcomeError extends Error {
  constructor(readonly outcome: DeferredOutcome) {
    super(`Status ${outcome.status}`);
  }
}

/**
 * Makes the promise that a view gets. When the answer was cut off, `settled` rejects, and the datum
 * rejects with the same error.
 */
export function toDeferred<T>(
  settled: Promise<Settled<T>> & Partial<{ value: Settled<T> }>,
): DeferredPromise<T> {
  const datum = settled.then((result) => {
    const { reason, value } = toReactStatus(result);
    if (reason) throw reason;
    return value as T;
  });
  // A view may ignore its data, so a rejection must not count as unhandled.
  datum.catch(() => undefined);
  return Object.assign(
    datum,
    { [SETTLED]: settled },
    settled.value && toReactStatus(settled.value),
  );
}

function toReactStatus<T>(
  settled: Settled<T>,
): Partial<{ status: string; reason: Error; value: T }> {
  return 'outcome' in settled
    ? { status: 'rejected', reason: new DeferredOutcomeError(settled.outcome) }
    : { status: 'fulfilled', value: settled.data };
}

/** Returns how a view's datum ended, and undefined for a promise that is not from a loader. */
export function findSettled<T>(datum: Promise<T>): Promise<Settled<T>> | undefined {
  return (datum as Partial<DeferredPromise<T>>)[SETTLED];
}

/** Returns a promise that React reads without waiting: https://react.dev/reference/react/use */
export function toFulfilled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
}
