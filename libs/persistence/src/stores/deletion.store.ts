/** Deletes issues in two parts: out of sight at once, out of the database in small steps (ADR 28). */
export abstract class DeletionStore {
  /**
   * From now on there is no such issue, nor its history and comments; its number is not given again. An event
   * that arrives afterwards makes a new issue where it would have been counted for this one. Whether
   * somebody may delete it is for the caller to know. Resolves with false when there is none such.
   */
  abstract delete(issueId: number): Promise<boolean>;

  /**
   * Removes a part of what nobody sees any more: what deleted issues have left behind, events with their bodies,
   * files and what users said about them, users, counts, keys; then files that were written down and are no part of
   * a recorded report; then files, and what users said, whose event has not come (`reportLimits.eventAwaitedMs`). One short transaction, however much there is; may run in several processes at once, and be
   * killed. Resolves with whether there was something to remove: there may be more. `nowMs`: by this machine's clock.
   */
  abstract sweep(nowMs?: number): Promise<boolean>;
}
