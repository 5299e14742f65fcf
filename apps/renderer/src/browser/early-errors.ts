/**
 * At most this many errors are stored until monitoring loads. The limit protects the memory when a
 * page throws in a loop.
 */
const MOST_HELD = 20;

export interface EarlyErrors {
  readonly report: (error: unknown) => void;
  /**
   * Passes the stored errors to `capture`, oldest first. From then on, passes every new error at
   * once.
   */
  readonly handTo: (capture: (error: unknown) => void) => void;
  /** Stops listening and discards the stored errors. Call this when monitoring will not load. */
  readonly release: () => void;
}

/** Stores the page's uncaught errors, so that monitoring can load after hydration. */
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
