/**
 * The words of an issue's head. Only `statements/word-index.ts` reads and writes this table,
 * because the databases differ.
 */
export interface IssueWordsTable {
  readonly words: unknown;
}

export const tables = ['issue_words'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly issue_words: IssueWordsTable;
  }
}
