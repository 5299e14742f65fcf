import type { PersonName } from '#shared';
import type { ChangedBy } from '#product/projects/projects';
import type { PersonEraser } from './person-eraser.ts';

/** In this order: alerts are made of issues and events, and say no name any more once those do not. */
export const erasurePhases = [
  'feedback',
  'events',
  'keys',
  'issues',
  'reports',
  'tags',
  'outbox',
  'deliveries',
] as const;
export type ErasurePhase = (typeof erasurePhases)[number];

/** `searching` and `erasing` are at work; `erased` and `forgotten` have ended, and know no name. */
export type ErasureState = 'searching' | 'found' | 'erasing' | 'erased' | 'forgotten';

/** What was looked at, and what of it names the person. A search may miss titles that name them otherwise than they are asked for. */
export interface ErasureCounts {
  readonly looked: number;
  /** Whose user they are. */
  readonly events: number;
  /** That name them, and have another user or none. */
  readonly mentions: number;
  readonly feedback: number;
  readonly files: number;
  /** Titles of issues and of their groups. */
  readonly titles: number;
  readonly failedReports: number;
  /** Values by which events are counted. */
  readonly tags: number;
  /** That wait to be sent, and in their log. */
  readonly alerts: number;
}

/** All zero. */
export const nothingFound: ErasureCounts = {
  looked: 0,
  events: 0,
  mentions: 0,
  feedback: 0,
  files: 0,
  titles: 0,
  failedReports: 0,
  tags: 0,
  alerts: 0,
};

/** A search for what is stored of a person, and what came of it. */
export interface Erasure {
  readonly id: number;
  /** Absent: in all projects. */
  readonly projectId?: number;
  readonly kind: PersonName['kind'];
  /** Absent once it is forgotten, and where another ERRATA_SECRET encrypted it. */
  readonly name?: string;
  /** 16 hex digits, keyed by ERRATA_SECRET: the receipt in the audit log has it. */
  readonly nameHash: string;
  readonly state: ErasureState;
  /** Events that there were when it began. */
  readonly total: number;
  readonly counts: ErasureCounts;
  readonly askedBy?: number;
  readonly askedAtMs: number;
  readonly endedAtMs?: number;
}

/** One project, or all. */
export interface ErasureScope {
  /** Absent: all projects. */
  readonly projectId?: number;
}

/** What a search reads for an export. */
export type FoundPiece =
  | { readonly what: 'event'; readonly json: string }
  | { readonly what: 'feedback'; readonly json: string };

/** Makes the rules for a name. */
export type OpenPerson = (name: PersonName) => PersonEraser;

/**
 * Finds what is stored of somebody who used an application, exports and erases it (ADR 103). A search walks all events in
 * steps, an erasure walks them again. One is at work at a time. Needs ERRATA_SECRET.
 */
export abstract class ErasureStore {
  /** Begins a search. Undefined where the scope has `erasureLimits.openSearches` already. */
  abstract search(
    name: PersonName,
    scope: ErasureScope,
    by: ChangedBy,
  ): Promise<number | undefined>;

  /** The latest first; at most 50. */
  abstract list(scope: ErasureScope): Promise<Erasure[]>;

  /** When an erasure ended last; undefined when none has. */
  abstract findLastErasedMs(): Promise<number | undefined>;

  /** Undefined when that scope has none with that id. */
  abstract find(id: number, scope: ErasureScope): Promise<Erasure | undefined>;

  /** Begins to erase what a search has found: that cannot be stopped. Stands in the audit log. False unless it is `found`. */
  abstract erase(id: number, scope: ErasureScope, by: ChangedBy): Promise<boolean>;

  /** Ends a search, and forgets whom it was for. False when it is being erased, or has ended. */
  abstract forget(id: number, scope: ErasureScope, nowMs: number): Promise<boolean>;

  /**
   * Does a part of the oldest that is at work: one short transaction. Safe to run in several processes, and to be killed. At
   * the end the receipt stands in the audit log. Forgets searches that led to nothing within a day. Resolves with whether
   * there was something to do: there may be more.
   */
  abstract step(openPerson: OpenPerson, nowMs: number): Promise<boolean>;

  /**
   * What a search that has a name would find, as it is stored: read a few at a time, so that others have their turn. Ends
   * early for a search without a name.
   */
  abstract read(id: number, scope: ErasureScope, openPerson: OpenPerson): AsyncIterable<FoundPiece>;
}
