import type {
  CheckInStatus,
  DiscardCount,
  Ending,
  EventLevel,
  ItemKind,
  MissCause,
  MonitorConfig,
  OutcomeCount,
} from '#shared';
import type { EncodedEvent } from './payload/event-facts.ts';

/** What one version of grouping makes of an event. */
export interface GroupingKey {
  /** Of the reader of events and the rules of grouping together. */
  readonly version: number;
  /** 32 lower-case hex digits; unique within a project over all versions. */
  readonly key: string;
}

/** What an issue is called while the event is its newest. */
export interface EventHead {
  readonly type: string;
  readonly value: string;
  /** The first in-app line, `function (file:line)`; empty when there is no stack. */
  readonly place: string;
  readonly level: EventLevel;
}

/** By what events look alike though they are grouped apart: 16 lower-case hex digits each, empty where there is nothing. */
export interface LookAlikeKeys {
  /** Of type and text. */
  readonly words: string;
  /** Of type and the newest call of the application. */
  readonly place: string;
}

/** What groups an event, and what its issue is called. */
export interface Grouping extends EventHead {
  /**
   * The same grouping by several versions of it, newest first; at least one. The newest decides where it is known. Else an
   * older one does that was made known while its version was the newest, and the newest is remembered. Else the newest alone
   * makes an issue.
   */
  readonly keys: readonly GroupingKey[];
  /** Stored with the key that the event makes. */
  readonly lookAlikes: LookAlikeKeys;
}

export interface GroupedEvent extends EncodedEvent {
  /** Of the item that it was made of. */
  readonly kind: ItemKind;
  readonly grouping: Grouping;
  /** Stable hash of the user, absent when the event names none. */
  readonly userHash?: string;
  /** Files of it that have no source map, or a wrong one; absent where there is none. */
  readonly misses?: readonly MissedMap[];
  /** Of an event that was made anew: whether a frame has another original place than before, or code where it had none. */
  readonly hasPlaces?: boolean;
}

/** A file that ran, and why it has no source map. */
export interface MissedMap {
  readonly url: string;
  readonly debugId?: string;
  /** Distribution of the event. */
  readonly dist?: string;
  readonly miss: MissCause;
}

/** Why an event was counted and its payload not stored. */
export type NotStored = Extract<Ending, { outcome: 'counted' }>['reason'];

/** What of an event is stored: all of it, or a stub for that reason. */
export type Keeping = 'whole' | NotStored;

/** A file of a report, as its sender described it. */
export interface ReceivedAttachment {
  readonly projectId: number;
  /** Of the event, or the feedback, that it belongs to; absent when its sender named none. */
  readonly eventId?: string;
  readonly receivedAtMs: number;
  /** Where it stands in its report; with the report's identity its own. */
  readonly item: number;
  readonly name: string;
  readonly contentType: string;
  /** What it is to SDKs: `event.attachment`, `event.minidump`, … */
  readonly type: string;
  readonly bytes: number;
  /**
   * Its bytes in pieces of any size, as often as it is asked for, always the same. A piece is valid until the next one is
   * asked for.
   */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** What a user said. */
export interface Feedback {
  readonly projectId: number;
  /** Of a `user_report` there is one for each event: a later one takes its place. */
  readonly source: 'feedback' | 'user_report';
  /** 32 lower-case hex digits; that of its event where it is a `user_report`. */
  readonly id: string;
  readonly eventId?: string;
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

/** What a cron monitor says of one of its runs. */
export interface CheckIn {
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** As `toMonitorSlug` gives it. */
  readonly slug: string;
  readonly status: CheckInStatus;
  /** 32 lower-case hex digits of the run; absent: the latest one that is in progress. */
  readonly id?: string;
  /** Of a run that has none yet: always the same of the same report. */
  readonly newId: string;
  readonly environment: string;
  readonly durationMs?: number;
  readonly release?: string;
  readonly traceId?: string;
  /** Which its monitor has from now on; absent: that which it has. */
  readonly config?: MonitorConfig;
  /** What is wrong with the one that was sent. */
  readonly problem?: string;
}

/** How a report failed. */
export interface ReportFailure {
  readonly reason: string;
  /** What its items have ended in. */
  readonly outcomes: readonly OutcomeCount[];
  /** Places of the items that failed; absent: all. */
  readonly items?: readonly number[] | undefined;
}

/** One spooled report with everything processing made of it; may hold no event at all. */
export interface ProcessedReport {
  /** Of the opening of the spool that took it; with `reportId` its identity for ever. */
  readonly origin: string;
  readonly reportId: number;
  /** By which its sender reported; empty when it is not known any more. */
  readonly publicKey: string;
  readonly events: readonly GroupedEvent[];
  readonly attachments: readonly ReceivedAttachment[];
  readonly feedback: readonly Feedback[];
  /** What its SDK says it has dropped. */
  readonly discards: readonly DiscardCount[];
  /** None when absent. */
  readonly checkIns?: readonly CheckIn[];
  /** Of items that have ended without becoming any of these. */
  readonly outcomes: readonly OutcomeCount[];
  /** Of a failed report that is tried again: its id there, by which it is known, and what of it failed anew. */
  readonly retried?: { readonly id: number; readonly failure?: ReportFailure | undefined };
}

/** An event that is stored now, with the rows that it counts for. */
export interface RecordedEvent {
  /** Called "too many new issues" where its own key may make none. */
  readonly grouped: GroupedEvent;
  readonly keyId: number;
  readonly issueId: number;
  /** Which version of grouping decided; absent where its key may make no issue. */
  readonly groupingVersion?: number;
  readonly keeping: Keeping;
}
