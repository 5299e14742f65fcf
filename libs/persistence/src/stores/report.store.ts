import type { EventLevel, ItemKind, NormalisedEvent, OutcomeCount } from '#shared';

/** What groups an event and what its issue is called. */
export interface Grouping {
  /** 32 lower-case hex digits; unique within a project. */
  readonly key: string;
  readonly type: string;
  readonly value: string;
  /** The first in-app line, `function (file:line)`; empty when there is no stack. */
  readonly place: string;
  readonly level: EventLevel;
}

export interface GroupedEvent {
  readonly event: NormalisedEvent;
  /** Of the item that it was made of. */
  readonly kind: ItemKind;
  readonly grouping: Grouping;
  /** Stable hash of the user, absent when the event names none. */
  readonly userHash?: string;
}

/** One spooled report with everything processing made of it; may hold no event at all. */
export interface ProcessedReport {
  /** Of the opening of the spool that took it; with `reportId` its identity for ever. */
  readonly origin: string;
  readonly reportId: number;
  /** By which its sender reported; empty when it is not known any more. */
  readonly publicKey: string;
  readonly events: readonly GroupedEvent[];
  /** Of items that have ended without becoming an event. */
  readonly outcomes: readonly OutcomeCount[];
}

export interface RecordedCounts {
  readonly stored: number;
  /** Events whose id their project already has, and events of reports recorded before. */
  readonly duplicates: number;
  /** Reports that had been recorded before. */
  readonly recordedBefore: number;
}

/** The write side: turns processed reports into events, issues and counters, each exactly once. */
export abstract class ReportStore {
  /**
   * Records all reports in one transaction, with their identities in the same one. A report that was
   * recorded before has no effect. Events that are new reopen their issues where these are resolved or
   * muted and the state says so, with a row of history. What became of each item is counted: of events as `stored` or
   * `duplicate`, in the minute in which their report was received. Rejects with nothing changed; `database.unavailable` when the
   * database cannot be reached, anything else when a report itself cannot be written.
   */
  abstract record(reports: readonly ProcessedReport[]): Promise<RecordedCounts>;

  /**
   * Drops the memory of reports that have left their spool and so can never be recorded again:
   * all of `origin` with an id below `beforeReportId`. Keeps that table bounded.
   */
  abstract forget(origin: string, beforeReportId: number): Promise<void>;
}
