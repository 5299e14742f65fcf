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

export interface IssueTagsPageProps extends IssueTags {
  readonly issue: {
    readonly id: number;
    readonly shortId: string;
    readonly type: string;
    readonly value: string;
  };
  /** Tag whose values the page shows. Absent when the page shows all tags. */
  readonly name?: string;
  /** The text that these values are searched for. */
  readonly find?: string;
}
