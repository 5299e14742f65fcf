/** An entry of the log in texts, with the names that its sentence needs. */
export interface Told {
  readonly target: string;
  readonly project: string;
  /** Who it was done to. */
  readonly person: string;
  /** Texts; of a list with commas; empty where there was, or is, nothing. */
  readonly from: string;
  readonly to: string;
  /** The same as JSON values. */
  readonly before: unknown;
  readonly after: unknown;
}
