import type { PersonName } from '#shared';
import type { PersonEraser } from './person-eraser.ts';

/**
 * The order matters. Alerts come last: a new alert copies text from events and issues, which no
 * longer contain the name by then.
 */
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

/**
 * A search or erasure is in progress while `searching` or `erasing`. The states `erased` and
 * `forgotten` have no name any more.
 */
export type ErasureState = 'searching' | 'found' | 'erasing' | 'erased' | 'forgotten';

/**
 * Counts of rows that name the person. A search may miss titles that use another name of the person
 * than the one searched for.
 */
export interface ErasureCounts {
  readonly looked: number;
  /** Events whose user is the person. */
  readonly events: number;
  /** Events that name the person but have another user or none. */
  readonly mentions: number;
  readonly feedback: number;
  readonly files: number;
  readonly titles: number;
  readonly failedReports: number;
  readonly tags: number;
  readonly alerts: number;
}

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

export interface Erasure {
  readonly id: number;
  /** Absent for all projects. */
  readonly projectId?: number;
  readonly kind: PersonName['kind'];
  /** Absent when forgotten, or encrypted by another ERRATA_SECRET. */
  readonly name?: string;
  /**
   * 16 hex digits, keyed by ERRATA_SECRET. The receipt in the audit log names the person by this
   * hash.
   */
  readonly nameHash: string;
  readonly state: ErasureState;
  /** Number of events when the walk began. */
  readonly total: number;
  readonly counts: ErasureCounts;
  readonly askedBy?: number;
  readonly askedAtMs: number;
  readonly endedAtMs?: number;
}

export interface ErasureScope {
  /** Absent for all projects. */
  readonly projectId?: number;
}

export type FoundPiece =
  | { readonly what: 'event'; readonly json: string }
  | { readonly what: 'feedback'; readonly json: string };

export type CreatePersonEraser = (name: PersonName) => PersonEraser;
