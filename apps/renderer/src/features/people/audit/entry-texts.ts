export interface EntryTexts {
  readonly target: string;
  readonly project: string;
  readonly person: string;
  /**
   * Values before and after the change, as text. Lists are joined by commas. Empty when a value is
   * absent.
   */
  readonly from: string;
  readonly to: string;
  readonly before: unknown;
  readonly after: unknown;
}
