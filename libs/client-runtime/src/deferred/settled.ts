import type { DeferredOutcome } from '#shared';

/** How a deferred datum ended. */
export type Settled<T = unknown> = { readonly data: T } | { readonly outcome: DeferredOutcome };

/** A datum that a view waits for, with how it ended beside it: what ended otherwise is no exception to React. */
export interface DeferredPromise<T = unknown> extends Promise<T> {
  readonly [SETTLED]: Promise<Settled<T>>;
}

// The server's view build holds a copy of this library: a name both copies share.
const SETTLED = Symbol.for('page.settled');

/** Thrown by `use(datum)` where the datum ended in an outcome. `<Deferred>` shows the outcome instead. */
export class DeferredOutcomeError extends Error {
  constructor(readonly outcome: DeferredOutcome) {
    super(`Status ${outcome.status}`);
  }
}

/**
 * Makes what a view is given of what settles. `settled` rejects only when the answer was cut off: then
 * the datum rejects with the same error.
 */
export function toDeferred<T>(
  settled: Promise<Settled<T>> & Partial<{ value: Settled<T> }>,
): DeferredPromise<T> {
  const datum = settled.then((result) => {
    const { reason, value } = toReactStatus(result);
    if (reason) throw reason;
    return value as T;
  });
  // A view need not use what it is given.
  datum.catch(() => undefined);
  return Object.assign(
    datum,
    { [SETTLED]: settled },
    settled.value && toReactStatus(settled.value),
  );
}

/** As `toFulfilled` has it: what settled before the page was sent is read without waiting here too. */
function toReactStatus<T>(
  settled: Settled<T>,
): Partial<{ status: string; reason: Error; value: T }> {
  return 'outcome' in settled
    ? { status: 'rejected', reason: new DeferredOutcomeError(settled.outcome) }
    : { status: 'fulfilled', value: settled.data };
}

/** How a datum that a view was given ended; undefined for a promise of another's, which has no outcome. */
export function findSettled<T>(datum: Promise<T>): Promise<Settled<T>> | undefined {
  return (datum as Partial<DeferredPromise<T>>)[SETTLED];
}

/** A promise that React reads without waiting: https://react.dev/reference/react/use */
export function toFulfilled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
}
