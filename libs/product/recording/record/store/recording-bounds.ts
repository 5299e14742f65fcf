/** The most issues and whole events that one sender may make. Infinity where there is no bound. */
export interface RecordingBounds {
  /** Issues that a project may make at once; `newIssuesPerMinute` of them come back. */
  readonly newIssues: number;
  readonly newIssuesPerMinute: number;
  /** Events that an issue keeps whole of an hour, by when they were received. */
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
