/** A report that is no longer in the queue, or is again. */
export interface LeftReport {
  readonly project_id: number;
  /** Of its body. */
  readonly bytes: number;
}
