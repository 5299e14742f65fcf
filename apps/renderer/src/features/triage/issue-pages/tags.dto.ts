import type { Address } from '#shared';
export interface IssueTag {
  readonly name: string;
  readonly events: number;
  readonly values: readonly {
    readonly text: string;
    readonly events: number;
    /** The list of issues with this value. Absent when the search would be too long. */
    readonly href?: Address;
  }[];
  /**
   * Number of different values. Errata counts only a limited number of values one by one, and no
   * more appear here.
   */
  readonly valueCount: number;
  /** Events whose values are not counted one by one. */
  readonly others: number;
}

export interface IssueTags {
  readonly spread: readonly IssueTag[];
  readonly more?: number;
}

export interface IssueTagsPageProps extends IssueTags {
  readonly issue: {
    readonly id: number;
    readonly shortId: string;
    readonly type: string;
    readonly value: string;
  };
  /** The only tag on a page that shows all values of one tag. */
  readonly name?: string;
}
