import type { EventLevel, IssueStatus } from '#shared';

/** Why an event counts where it does. */
export interface GroupingProps {
  /** `Grouped by type and 3 of 12 frames` */
  readonly summary: string;
  /** What is to be known beside that, in sentences. */
  readonly notes: readonly string[];
  /** Absent where nobody can say. */
  readonly explanation?: GroupingExplanation;
}

/** What an event is grouped by. */
export interface GroupingExplanation {
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
