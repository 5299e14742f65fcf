import type { Ending, EventLevel, ItemKind, MissCause, OutcomeCount } from '#shared';
import type { EncodedEvent } from './payload/event-facts.ts';
import type { ReportItems } from './report-items.ts';

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

export interface ReportFailure {
  readonly reason: string;
  readonly outcomes: readonly OutcomeCount[];
  readonly items?: readonly number[] | undefined;
}

/** One report from the spool, after processing. The report may have no event. */
export interface ProcessedReport extends ReportItems {
  /**
   * Random name that a relay chooses each time it opens its spool. `origin` and `reportId` together
   * identify the report for ever.
   */
  readonly origin: string;
  readonly reportId: number;
  readonly projectId: number;
  /** Reports of one request are the same report, which a renderer has sent twice. */
  readonly request?: string;
  /** The key with which the sender reported; empty when the key is no longer known. */
  readonly publicKey: string;
  readonly events: readonly GroupedEvent[];
  /** Outcomes that no recording step counts, such as those of items that were not made. */
  readonly outcomes: readonly OutcomeCount[];
  /** Outcomes of all other items, if the project was deleted while the report waited in a spool. */
  readonly outcomesIfDeleted: readonly OutcomeCount[];
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
