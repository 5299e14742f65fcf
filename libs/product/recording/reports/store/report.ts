import type {
  CheckInStatus,
  DiscardCount,
  Ending,
  EventLevel,
  ItemKind,
  Log,
  MissCause,
  MonitorConfig,
  OutcomeCount,
  SpanCounts,
} from '#shared';
import type { EncodedEvent } from './payload/event-facts.ts';

export interface GroupingKey {
  /** Changes with the event reader or with the grouping rules. */
  readonly version: number;
  /** 32 lower-case hex digits, unique within a project across all versions. */
  readonly key: string;
}

/** The heading of an issue, taken from the issue's newest event. */
export interface EventHead {
  readonly type: string;
  readonly value: string;
  /** The first in-app line, `function (file:line)`; empty when there is no stack. */
  readonly place: string;
  readonly level: EventLevel;
}

/**
 * Keys that similar issues share although grouping keeps these issues apart. Each has 16 lower-case
 * hex digits, or is empty.
 */
export interface LookAlikeKeys {
  /** Hash of type and text. */
  readonly words: string;
  /** Hash of type and the newest call in the application's code. */
  readonly place: string;
}

export interface Grouping extends EventHead {
  /**
   * The event's keys by several versions of grouping, newest first, at least one. `decideKeys`
   * chooses the key under which the event counts.
   */
  readonly keys: readonly GroupingKey[];
  readonly lookAlikes: LookAlikeKeys;
}

export interface GroupedEvent extends EncodedEvent {
  readonly kind: ItemKind;
  readonly grouping: Grouping;
  /** Stable hash of the user, absent when the event names none. */
  readonly userHash?: string;
  readonly misses?: readonly MissedMap[];
  /**
   * Set on events that are processed again: true when a frame has a different original position, or
   * source code where it had none.
   */
  readonly hasPlaces?: boolean;
}

export interface MissedMap {
  readonly url: string;
  readonly debugId?: string;
  readonly dist?: string;
  readonly miss: MissCause;
}

export type NotStored = Extract<Ending, { outcome: 'counted' }>['reason'];

export type Keeping = 'whole' | NotStored;

export interface ReceivedAttachment {
  readonly projectId: number;
  /** Id of the event or feedback to which the file belongs; absent when the sender named none. */
  readonly eventId?: string;
  readonly receivedAtMs: number;
  /**
   * Position in the report. The report's identity and this position together identify the
   * attachment.
   */
  readonly item: number;
  readonly name: string;
  readonly contentType: string;
  /** The SDK's attachment type: `event.attachment`, `event.minidump`, … */
  readonly type: string;
  readonly bytes: number;
  /**
   * Reads the bytes in pieces of any size. Callers may read several times and get the same bytes. A
   * piece is valid until the next one is requested.
   */
  readonly read: () => AsyncIterable<Uint8Array>;
}

export interface Feedback {
  readonly projectId: number;
  /** An event has at most one `user_report`: a later one replaces it. */
  readonly source: 'feedback' | 'user_report';
  /** 32 lower-case hex digits. A `user_report` has the id of its event. */
  readonly id: string;
  readonly eventId?: string;
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

export interface CheckIn {
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** Normalised by `toMonitorSlug`. */
  readonly slug: string;
  readonly status: CheckInStatus;
  /** 32 lower-case hex digits of the run; absent for the latest run in progress. */
  readonly id?: string;
  /**
   * Id for a run that has none yet, derived from the report so that a repeated report gives the
   * same id.
   */
  readonly newId: string;
  readonly environment: string;
  readonly durationMs?: number;
  readonly release?: string;
  readonly traceId?: string;
  /** The monitor's new configuration; absent when it keeps the present one. */
  readonly config?: MonitorConfig;
  readonly problem?: string;
}

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

/** Logs of one item. */
export interface LogItem {
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** Position in the report. Together with the report's identity, identifies the item. */
  readonly item: number;
  /**
   * Hash of the bytes that were sent. Logs have no id, so it tells which came before. Absent when
   * others may have the same bytes, because times or traces are missing.
   */
  readonly content?: string;
  readonly logs: readonly Log[];
  /** Endings of logs that are not kept. */
  readonly dropped: readonly (Ending & { readonly quantity: number })[];
}

/** Spans of one item, as counts. The spans themselves are not kept. */
export interface SpanItem extends SpanCounts {
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** Position in the report. Together with the report's identity, identifies the item. */
  readonly item: number;
  /** Hash of the bytes that were sent, by which the same bytes count once within the hour. */
  readonly content: string;
  /** A transaction ends as one item, with all of its spans. Spans of other items end one by one. */
  readonly kind: 'span' | 'transaction';
  /** Items of `kind` that end as stored, or as duplicate when the same bytes came before. */
  readonly taken: number;
  /** Endings of items of `kind` that are not counted. */
  readonly dropped: readonly (Ending & { readonly quantity: number })[];
}

export interface ReportFailure {
  readonly reason: string;
  readonly outcomes: readonly OutcomeCount[];
  readonly items?: readonly number[] | undefined;
}

/** One report from the spool, after processing. The report may have no event. */
export interface ProcessedReport {
  /**
   * Random name that a relay chooses each time it opens its spool. `origin` and `reportId` together
   * identify the report for ever.
   */
  readonly origin: string;
  readonly reportId: number;
  /** Reports of one request are the same report, which a renderer has sent twice. */
  readonly request?: string;
  /** The key with which the sender reported; empty when the key is no longer known. */
  readonly publicKey: string;
  readonly events: readonly GroupedEvent[];
  readonly attachments: readonly ReceivedAttachment[];
  readonly feedback: readonly Feedback[];
  readonly discards: readonly DiscardCount[];
  readonly checkIns?: readonly CheckIn[];
  readonly sessions?: readonly SessionItem[];
  readonly logs?: readonly LogItem[];
  readonly spans?: readonly SpanItem[];
  /** Outcomes of items that became no event, attachment, feedback, discard, check-in, session or log. */
  readonly outcomes: readonly OutcomeCount[];
  /**
   * Set when a failed report is tried again. `id` identifies the failed report, and `failure` has
   * the items that failed again.
   */
  readonly retried?: { readonly id: number; readonly failure?: ReportFailure | undefined };
}

export interface RecordedEvent {
  /**
   * Has the head of the issue "Too many new issues at once" when the bound on new issues keeps the
   * event's own key from making an issue.
   */
  readonly grouped: GroupedEvent;
  readonly keyId: number;
  readonly issueId: number;
  /**
   * Version of grouping whose key led to the event's row in `grouping_keys`; absent when the bound
   * on new issues keeps that key from making an issue.
   */
  readonly groupingVersion?: number;
  readonly keeping: Keeping;
}
