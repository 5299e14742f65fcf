export interface TagDistribution {
  readonly name: string;
  readonly events: number;
  /** Number of different values that are counted one by one. */
  readonly valueCount: number;
  /** Most frequent first. */
  readonly values: readonly TagValue[];
  /** Events with values beyond the bound, which are not counted one by one. */
  readonly others: number;
}

export interface TagValue {
  readonly value: string;
  readonly events: number;
}

export interface TidyPosition {
  readonly of: 'keys' | 'tags';
  readonly afterId: number;
}
