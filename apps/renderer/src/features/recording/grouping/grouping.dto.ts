import type { EventLevel, IssueStatus } from '#shared';

export interface GroupingProps {
  readonly summary: string;
  readonly notes: readonly string[];
  readonly explanation?: GroupingExplanation;
}

export interface GroupingExplanation {
  /**
   * Parts of the grouping key, in the key's order. Neighbouring parts with the same name are
   * joined.
   */
  readonly parts: readonly NamedTexts[];
  /** The exception that surfaced comes first, its causes follow. */
  readonly stacks: readonly ExplainedStack[];
  readonly omitted?: number;
}

export type NamedTexts = readonly [name: string, texts: readonly string[]];

export interface ExplainedStack {
  /** Type of the exception. Empty for a message. */
  readonly type: string;
  readonly runs: readonly FrameRun[];
}

/**
 * Neighbouring frames that all count for grouping, or that are all ignored for the same reason. The
 * newest call comes first.
 */
export interface FrameRun {
  readonly why?: string;
  readonly calls: readonly string[];
  readonly more?: number;
}

export interface LookAlikesProps {
  readonly lookAlikes: readonly LookAlike[];
}

export interface LookAlike {
  readonly id: number;
  readonly shortId: string;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly status: IssueStatus;
  readonly events: number;
  readonly lastSeenMs: number;
  readonly alike: string;
}
