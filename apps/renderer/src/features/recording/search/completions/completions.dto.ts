export interface Completions {
  /** An option replaces the search text from `at` to `end`, in UTF-16 units. */
  readonly at: number;
  readonly end: number;
  readonly options: readonly CompletionOption[];
}

export interface CompletionOption {
  readonly text: string;
  /** The value that `text` stands for in a search. Absent for words such as `me` and for keys. */
  readonly value?: string;
  readonly words?: string;
  readonly issues?: number;
}
