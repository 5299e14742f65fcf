/**
 * How many errors are held until monitoring loads. A page that throws in a loop must not use more
 * and more memory.
 */
const MOST_HELD = 20;

export interface EarlyErrors {
  readonly report: (error: unknown) => void;
  /** Hands over the held errors, oldest first, and passes on every later `report`. */
  readonly handTo: (capture: (error: unknown) => void) => void;
  /** Stops listening and drops the held errors, because monitoring will not load. */
  readonly release: () => void;
}

/**
 * Holds the page's uncaught errors from the first script on, so that monitoring can load after
 * hydration.
 */
export function holdEarlyErrors(window: Window): EarlyErrors {
  const held: unknown[] = [];
  let capture: ((error: unknown) => void) | undefined;

  const report = (error: unknown): void => {
    if (capture) capture(error);
    else if (held.length < MOST_HELD) held.push(error);
  };
  const onError = (event: ErrorEvent): void => report(event.error ?? new Error(event.message));
  const onRejection = (event: PromiseRejectionEvent): void => report(event.reason);
  const stopListening = (): void => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };

  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return {
    report,
    handTo: (target) => {
      stopListening();
      capture = target;
      held.splice(0).forEach(target);
    },
    release: () => {
      stopListening();
      held.length = 0;
    },
  };
}
