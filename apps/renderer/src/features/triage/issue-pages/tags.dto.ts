import type { Address } from '#shared';
/** How the events of an issue are spread over the values of a tag. */
export interface IssueTag {
  readonly name: string;
  /** Events that have it. */
  readonly events: number;
  /** The most frequent first. */
  readonly values: readonly {
    readonly text: string;
    readonly events: number;
    /** The list of issues with this value; absent where a search for it would be too long. */
    readonly href?: Address;
  }[];
  /** How many values there are; of more than Errata counts one by one, those that it does. */
  readonly valueCount: number;
  /** Events with values that are not counted one by one. */
  readonly others: number;
}

/** What the page of an issue shows of its tags. */
export interface IssueTags {
  readonly spread: readonly IssueTag[];
  /** Tags that are not among them; absent where all are. */
  readonly more?: number;
}

export interface IssueTagsPageProps extends IssueTags {
  readonly issue: {
    readonly id: number;
    /** `WEB-42` */
    readonly shortId: string;
    readonly type: string;
    readonly value: string;
  };
  /** The one tag of which all values are shown. */
  readonly name?: string;
}
