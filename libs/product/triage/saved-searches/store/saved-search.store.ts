import type { IssueSort } from '#product/recording/issues';

export interface NewSavedSearch {
  /** Whose it is; absent of one of its project. */
  readonly userId?: number;
  /** Whose issues it searches, of a person's; absent for those of all. */
  readonly projectId?: number;
  /** 1 to `searchLimits.savedNameCharacters` characters. */
  readonly name: string;
  readonly query: string;
  readonly sort: IssueSort;
  /** Whether a list opens with it. */
  readonly isDefault: boolean;
}

export interface SavedSearch extends NewSavedSearch {
  readonly id: number;
  readonly project?: { readonly slug: string; readonly name: string };
}

/**
 * Searches that people gave a name. Each person and each project has at most `searchLimits.savedPerOwner`, and one default among
 * them. Whether somebody may change one is for the caller to know.
 */
export abstract class SavedSearchStore {
  /** Those of a person, then those of projects, each by name; of one project only where it is among these (any when absent). */
  abstract list(of: { userId: number; projectIds?: readonly number[] }): Promise<SavedSearch[]>;

  abstract find(id: number): Promise<SavedSearch | undefined>;

  /** Resolves with its id; undefined where its owner has as many as may be, or is not there. */
  abstract save(search: NewSavedSearch): Promise<number | undefined>;

  /** Its default is no longer another one's. False when there is no such search. */
  abstract change(
    id: number,
    change: { readonly name?: string; readonly isDefault?: boolean },
  ): Promise<boolean>;

  /** False when there is no such search. */
  abstract remove(id: number): Promise<boolean>;
}
