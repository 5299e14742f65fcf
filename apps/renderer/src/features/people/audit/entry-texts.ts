export interface EntryTexts {
  readonly target: string;
  readonly project: string;
  readonly person: string;
  /** Values before and after as text, lists with commas. Empty when a value is absent. */
  readonly from: string;
  readonly to: string;
  /** Values before and after as the entry stores them. */
  readonly before: unknown;
  readonly after: unknown;
}
