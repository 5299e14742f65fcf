import type { PersonName } from '#shared';
import type { PersonEraser } from '#product/recording/steps';

/** Tables of texts that members and programs write. */
const textPhases = [
  'saved_searches',
  'alert_rules',
  'bulk_changes',
  'audit_log',
  'told_commits',
] as const;

export type TextPhase = (typeof textPhases)[number];

export function isTextPhase(phase: string): phase is TextPhase {
  return textPhases.some((each) => each === phase);
}

/**
 * Phases of an erasure, after those that capabilities register. The order matters: alerts copy text
 * from events and issues, so alerts come after both. New alerts then no longer contain the name.
 */
export const erasurePhases = [
  'events',
  'keys',
  'issues',
  'attachments',
  'reports',
  'tags',
  'outbox',
  'deliveries',
  'logs',
  ...textPhases,
] as const;

/**
 * `found` means that the search has ended. In the states `erased` and `forgotten` the name is
 * deleted.
 */
export type ErasureState = 'searching' | 'found' | 'erasing' | 'erased' | 'forgotten';

/**
 * Numbers of rows that contain the person's name. A search may miss titles that contain only
 * another name of the person, and values of tags from the latest seconds.
 */
export interface ErasureCounts extends Readonly<Record<TextPhase, number>> {
  readonly looked: number;
  /** Number of events whose user is the person. */
  readonly events: number;
  /** Number of events that contain the person's name but have another user or none. */
  readonly mentions: number;
  readonly feedback: number;
  readonly files: number;
  readonly titles: number;
  readonly failedReports: number;
  readonly tags: number;
  readonly alerts: number;
  readonly logs: number;
  /** Names of segments and operations. */
  readonly span_names: number;
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
  logs: 0,
  span_names: 0,
  saved_searches: 0,
  alert_rules: 0,
  bulk_changes: 0,
  audit_log: 0,
  told_commits: 0,
};

export interface Erasure {
  readonly id: number;
  readonly projectId?: number;
  readonly kind: PersonName['kind'];
  /** Absent when the name was deleted, or was encrypted with another ERRATA_SECRET. */
  readonly name?: string;
  /** Other names of the person, which a search has found in events. An erasure knows logs by them. */
  readonly others: readonly string[];
  /**
   * 16 hex digits, keyed by ERRATA_SECRET. The receipt in the audit log identifies the person by
   * this hash.
   */
  readonly nameHash: string;
  readonly state: ErasureState;
  readonly total: number;
  readonly counts: ErasureCounts;
  readonly askedBy?: number;
  readonly askedAtMs: number;
  readonly endedAtMs?: number;
}

export interface ErasureScope {
  readonly projectId?: number;
}

/** `what` is `event`, the table of a registered phase, or `log`. */
export interface FoundPiece {
  readonly what: string;
  readonly json: string;
}

/** `others` are names that events told of the person. They count in logs and tags alone. */
export type CreatePersonEraser = (name: PersonName, others?: readonly PersonName[]) => PersonEraser;
