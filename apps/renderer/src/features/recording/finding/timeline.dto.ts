import type { Address } from '#shared';
/** What happened, in words for who reads no stack trace. */
export interface TimelineStep {
  readonly atMs: number;
  /** `browser (shop)`. */
  readonly from: string;
  /** What it was, in a word. */
  readonly kind: string;
  readonly text: string;
  /** Of an error: the page of its event. */
  readonly href?: Address;
  readonly isAskedFor?: boolean;
}

export interface Timeline {
  /** Oldest first. */
  readonly steps: readonly TimelineStep[];
  /** How many came before them. */
  readonly leftOut: number;
  /** A sentence for each clock that was off. */
  readonly clocks: readonly string[];
}

/** An issue that events of the page belong to. */
export interface TimelineIssue {
  readonly href: Address;
  readonly shortId: string;
  readonly type: string;
  readonly value: string;
}

/** One of the times at which it happened. */
export interface Occurrence {
  readonly href: Address;
  readonly atMs: number;
  readonly isShown: boolean;
}

export interface TimelinePageProps {
  readonly nowMs: number;
  /** `Digest 3512899471`. */
  readonly title: string;
  /** Of a digest. */
  readonly counts?: {
    readonly events: number;
    readonly firstSeenMs: number;
    readonly lastSeenMs: number;
  };
  readonly issues: readonly TimelineIssue[];
  /** What is known of the visitor and of where it happened. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly timeline: Timeline;
  /** Newest first; fewer than counted where there are many. */
  readonly occurrences: readonly Occurrence[];
}
