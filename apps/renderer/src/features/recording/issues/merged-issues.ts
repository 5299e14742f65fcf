/** Knows which issues were merged. A product without merging does not provide it. */
export abstract class MergedIssues {
  /** Resolves with undefined for an issue that is not merged. */
  abstract findMergedInto(issueId: number): Promise<number | undefined>;
}
