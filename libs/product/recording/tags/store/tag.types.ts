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
