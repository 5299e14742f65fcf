import type { Address, EventLevel } from '#shared';
/** One moment of a visit, in words for people who read no stack traces. */
export interface TimelineStep {
  readonly atMs: number;
  readonly from: string;
  readonly kind: string;
  readonly level: EventLevel;
  readonly text: string;
  readonly href?: Address;
  readonly isAskedFor?: boolean;
}

export interface Timeline {
  /** Oldest first. */
  readonly steps: readonly TimelineStep[];
  readonly leftOut: number;
  readonly clocks: readonly string[];
}

export interface TimelineIssue {
  readonly href: Address;
  readonly shortId: string;
  readonly type: string;
  readonly value: string;
}

export interface Occurrence {
  readonly href: Address;
  readonly atMs: number;
  readonly isShown: boolean;
}

export interface TimelinePageProps {
  readonly nowMs: number;
  readonly title: string;
  readonly counts?: {
    readonly events: number;
    readonly firstSeenMs: number;
    readonly lastSeenMs: number;
  };
  readonly issues: readonly TimelineIssue[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly timeline: Timeline;
  /** Newest first. Lists fewer than `counts.events` when there are many. */
  readonly occurrences: readonly Occurrence[];
}
