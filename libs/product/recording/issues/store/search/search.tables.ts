/** The words of an issue's head; written and read by `statements/word-index.ts` alone, since the databases differ. */
export interface IssueWordsTable {
  readonly words: unknown;
}

/** All tables of this capability. */
export const tables = ['issue_words'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly issue_words: IssueWordsTable;
  }
}
