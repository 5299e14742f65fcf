export interface Completions {
  /** An option replaces the search text from `at` to `end`, in UTF-16 units. */
  readonly at: number;
  readonly end: number;
  readonly options: readonly CompletionOption[];
}

export interface CompletionOption {
  readonly text: string;
  readonly words?: string;
  readonly issues?: number;
}
