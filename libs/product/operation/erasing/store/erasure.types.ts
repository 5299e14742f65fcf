import type { PersonName } from '#shared';
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
