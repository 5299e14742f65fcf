/** What may be typed at the caret of a search. */
export interface Completions {
  /** What each of them takes the place of: UTF-16 units of the search. */
  readonly at: number;
  readonly end: number;
  readonly options: readonly CompletionOption[];
}

export interface CompletionOption {
  /** What is put there. */
  readonly text: string;
  /** What it is, where the text does not say. */
  readonly words?: string;
  /** How many issues it is found in. */
  readonly issues?: number;
}
