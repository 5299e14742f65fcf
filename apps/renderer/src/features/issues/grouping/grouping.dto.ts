import type { EventLevel, IssueStatus } from '#shared';

/** Why an event counts where it does. */
export interface GroupingProps {
  /** `Grouped by type and 3 of 12 frames, version 2` */
  readonly summary: string;
  /** What is to be known beside that, in sentences. */
  readonly notes: readonly string[];
  /** What decided first, then what another version makes of the event. Empty where nobody can say. */
  readonly explanations: readonly GroupingExplanation[];
}

/** What one version of grouping makes of an event. */
export interface GroupingExplanation {
  readonly title: string;
  /** What the key is made of, in its order: neighbours of one name together. */
  readonly parts: readonly NamedTexts[];
  /** What surfaced first. */
  readonly stacks: readonly ExplainedStack[];
  /** Parts and frames that are too much for the page. */
  readonly left?: number;
}

export type NamedTexts = readonly [name: string, texts: readonly string[]];

export interface ExplainedStack {
  /** Of the exception; empty for a message. */
  readonly type: string;
  readonly runs: readonly FrameRun[];
}

/** Frames beside each other that count, or do not for one reason; newest call first. */
export interface FrameRun {
  /** Why they do not count; absent where they do. */
  readonly why?: string;
  readonly calls: readonly string[];
  /** How many follow that are not named. */
  readonly more?: number;
}

/** An issue that looks like the one that is shown. */
export interface LookAlike {
  readonly id: number;
  /** `WEB-42` */
  readonly shortId: string;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly status: IssueStatus;
  readonly events: number;
  readonly lastSeenMs: number;
  /** In what it is alike. */
  readonly alike: string;
}
