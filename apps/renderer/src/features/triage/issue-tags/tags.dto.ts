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
   * Number of different values that Errata counts separately. All other values are part of
   * `others`.
   */
  readonly valueCount: number;
  readonly others: number;
}

export interface IssueTags {
  readonly spread: readonly IssueTag[];
  readonly more?: number;
}

export interface TagsPartProps extends IssueTags {
  readonly issueId: number;
}
