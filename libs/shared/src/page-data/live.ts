/** Where a browser listens for changes, within the application: an answer of type `text/event-stream` that does not end. */
export const livePath = '/_live';

/** Of its address: for how many milliseconds the listener has not been listening. Without it: for ever. */
export const missedParameter = 'missed';

/** The `data` of one event. */
export interface LiveMessage {
  /** What changed. What is shown or held under these tags is stale. */
  readonly tags: readonly string[];
  /** Not all who are told load it again at the same moment: each at one of its own within this time. */
  readonly withinMs: number;
}
