/** How the events of an issue are spread over the values of a tag. */
export interface TagDistribution {
  readonly name: string;
  /** Events that have the tag. */
  readonly events: number;
  /** How many different values are counted one by one. */
  readonly valueCount: number;
  /** The most frequent first; of equal ones in the order of their text. */
  readonly values: readonly TagValue[];
  /** Events whose values are beyond the bound, and are not counted one by one. */
  readonly others: number;
}

export interface TagValue {
  readonly value: string;
  readonly events: number;
}

/** How far a walk over what may go has come. */
export interface TidyPosition {
  readonly of: 'keys' | 'tags';
  readonly afterId: number;
}

/**
 * How many events have which tags, of each grouping key and so of each issue. Events are counted within about ten seconds of
 * their recording, by `fold`; those of days that retention ended are not counted any more.
 */
export abstract class TagStore {
  /** Counts some of what was recorded, in one short transaction. False once nearly all is. */
  abstract fold(): Promise<boolean>;

  /**
   * Forgets days that are older than their project keeps what it is sent, and then tags that nobody has. Resolves with how
   * far it has come, to go on from there; undefined at the end.
   */
  abstract tidy(nowMs: number, from?: TidyPosition): Promise<TidyPosition | undefined>;

  /** The tags of an issue by name, each with its `limit` most frequent values. At most 100 names, the most frequent ones. */
  abstract list(issueId: number, limit: number): Promise<TagDistribution[]>;

  /** One tag of an issue with at most `limit` values; undefined where no event has it. */
  abstract find(issueId: number, name: string, limit: number): Promise<TagDistribution | undefined>;
}
