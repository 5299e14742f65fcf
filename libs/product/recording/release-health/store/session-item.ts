/** Sessions that one item reports, of one release and environment. */
export interface SessionItem {
  readonly projectId: number;
  readonly receivedAtMs: number;
  readonly release?: string;
  readonly environment?: string;
  readonly groups: readonly SessionGroup[];
}

/** Numbers of sessions that began at one time, or what one session reports about itself. */
export interface SessionGroup {
  readonly startedAtMs: number;
  /** Sessions of which this is the first report. */
  readonly begun: number;
  /** Sessions with errors, counted by the sender, crashed ones included. */
  readonly errored: number;
  readonly crashed: number;
  readonly abnormal: number;
  /** Sessions that had an unhandled error, and did not crash. Absent for none. */
  readonly unhandled?: number;
  /** Hash of the session's id, when a session reports about itself. Sessions may do so repeatedly. */
  readonly sessionHash?: string;
  /** True when the session itself reports an error or a crash. */
  readonly hasErrors?: boolean;
  /** Hash of the user, as for events. */
  readonly userHash?: string;
}

declare module '#product/recording/reports' {
  interface ReportItems {
    readonly sessions?: readonly SessionItem[];
  }
}
