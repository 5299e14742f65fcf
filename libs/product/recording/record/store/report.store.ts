import type { ProcessedReport, RecordedEvent } from '#product/recording/reports';

/** What recording a batch has changed. It is true once `record` has resolved. */
export interface RecordedFacts {
  readonly events: readonly RecordedEvent[];
  /** Ids of issues that these events made, brought back from resolved, and from muted. */
  readonly issues: {
    readonly created: ReadonlySet<number>;
    readonly regressed: ReadonlySet<number>;
    readonly unmuted: ReadonlySet<number>;
  };
  /** How many events these are. */
  readonly stored: number;
  /** Events whose id their project already has, and events of reports recorded before. */
  readonly duplicates: number;
  /** Reports that had been recorded before. */
  readonly recordedBefore: number;
}

/** Of no reports. */
export const nothingRecorded: RecordedFacts = {
  events: [],
  issues: { created: new Set(), regressed: new Set(), unmuted: new Set() },
  stored: 0,
  duplicates: 0,
  recordedBefore: 0,
};

/** The write side: turns processed reports into events, issues and counters, each exactly once. */
export abstract class ReportStore {
  /**
   * Records all reports in one transaction, with their identities in the same one. A report that was
   * recorded before has no effect. Events are grouped in their order, as if each were recorded alone. Events that are new reopen their issues where these are resolved or
   * muted and the state says so, with a row of history. What became of each item is counted: of events, attachments
   * and feedback as `stored`, `duplicate` or `filtered`, in the minute in which their report was received. Of a project that
   * is not there any more nothing is recorded but that.
   *
   * Attachments are written before, in short transactions, small ones together, and shown with the others: those of an
   * event that is a duplicate, and those beyond what is kept of one event (`reportLimits`), or came
   * with feedback about one, never are. Rejects with nothing changed; `database.unavailable` when the
   * database cannot be reached, anything else when a report itself cannot be written.
   */
  abstract record(reports: readonly ProcessedReport[]): Promise<RecordedFacts>;

  /**
   * Drops the memory of reports that have left their spool and so can never be recorded again:
   * all of `origin` with an id below `beforeReportId`. Keeps that table bounded. Resolves with false, nothing changed,
   * while a backup is made: copies of spools may still have those reports.
   */
  abstract forget(origin: string, beforeReportId: number): Promise<boolean>;
}
