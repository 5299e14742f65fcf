/**
 * Where a browser listens for changes, within the application. The answer is a `text/event-stream`
 * that does not end.
 */
export const livePath = '/_live';

/**
 * Query parameter: milliseconds during which the listener was not listening. Absent means always.
 */
export const missedParameter = 'missed';

/** JSON in the `data` of one event. */
export interface LiveMessage {
  /** Everything that is shown or held under these tags is stale. */
  readonly tags: readonly string[];
  /**
   * Each listener reloads at a moment of its own within this time, so that not all load at once.
   */
  readonly withinMs: number;
}
