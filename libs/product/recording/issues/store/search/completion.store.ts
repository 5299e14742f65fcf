/** Keys of a search whose values the database knows. `assigned` has ids of users. */
export const storedKeys = ['is', 'level', 'type', 'assigned', 'release', 'environment'] as const;
export type StoredKey = (typeof storedKeys)[number];

export interface StoredValue {
  readonly value: string;
  /** Issues that have it; absent where nobody has counted. */
  readonly issues?: number;
}

/** Values of a search, as they are offered while somebody types. */
export abstract class CompletionStore {
  /**
   * Values that issues and events of these projects (of all when absent) have: those that most issues have first, of the
   * 10,000 issues that were seen last; releases by when they were first seen, the newest first. At most 1,000.
   */
  abstract list(
    key: StoredKey,
    options: { readonly nowMs: number; readonly projectIds?: readonly number[] },
  ): Promise<StoredValue[]>;

  /** Names of the tags that events of these projects (of all when absent) have, by their text. At most 1,000. */
  abstract listTags(projectIds?: readonly number[]): Promise<string[]>;

  /** Those of the names that no event of these projects (of any when absent) has as a tag. */
  abstract listUnknownTags(
    names: readonly string[],
    projectIds?: readonly number[],
  ): Promise<string[]>;

  /** Values of a tag, those that most issues have first. At most 1,000; beyond 50,000 places the counts are too low. */
  abstract listTagValues(name: string, projectIds?: readonly number[]): Promise<StoredValue[]>;
}
