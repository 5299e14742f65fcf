/**
 * Limits on new issues and on events that are kept whole (with their payload), so that one sender
 * cannot fill the database. Infinity means no limit.
 */
export interface RecordingBounds {
  /**
   * Issues that a project may make at once. `newIssuesPerMinute` of them become available again
   * each minute.
   */
  readonly newIssues: number;
  readonly newIssuesPerMinute: number;
  /** Events that an issue keeps whole in an hour, by time of receipt. */
  readonly wholeEventsPerHour: number;
}

export const unbounded: RecordingBounds = Object.freeze({
  newIssues: Infinity,
  newIssuesPerMinute: Infinity,
  wholeEventsPerHour: Infinity,
});

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly bounds: RecordingBounds;
  }
}
