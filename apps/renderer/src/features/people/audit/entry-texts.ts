/** An entry of the log in texts, with the names that its sentence needs. */
export interface Told {
  readonly target: string;
  readonly project: string;
  /** Name of the person that the change is about. */
  readonly person: string;
  /** The values as texts, lists with commas; empty where there was, or is, nothing. */
  readonly from: string;
  readonly to: string;
  /** The values as the entry has them. */
  readonly before: unknown;
  readonly after: unknown;
}
