/**
 * Path on which a browser listens for changes, within the application. The answer is a
 * `text/event-stream` that does not end.
 */
export const livePath = '/_live';

/**
 * Query parameter: milliseconds for which the browser was not connected. When absent, the browser
 * may have missed any change.
 */
export const missedParameter = 'missed';

/** JSON in the `data` field of an event of the stream. */
export interface LiveMessage {
  /** Everything with one of these tags is outdated, whether it is shown or cached. */
  readonly tags: readonly string[];
  /**
   * Each listener reloads at a random moment within this time, so that they do not all load at
   * once.
   */
  readonly withinMs: number;
}
