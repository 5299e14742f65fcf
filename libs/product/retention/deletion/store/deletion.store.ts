/** Files of a project that were dropped for want of room beside others that wait for their event. */
export interface CrowdedOut {
  readonly projectId: number;
  /** 0 when each of those that were looked at has its event by now. */
  readonly files: number;
  readonly bytes: number;
}

/** Deletes issues in two parts: out of sight at once, out of the database in small steps (ADR 28). */
export abstract class DeletionStore {
  /**
   * From now on there is no such issue, nor what was merged into it, nor their history and comments; their numbers are not given again. An event
   * that arrives afterwards makes a new issue where it would have been counted for this one. Whether
   * somebody may delete it is for the caller to know. Resolves with false when there is none such, or it is merged.
   */
  abstract delete(issueId: number): Promise<boolean>;

  /**
   * Removes a part of what nobody sees any more: files that were written down and are no part of a recorded report, or
   * were dropped; then what deleted issues have left behind, events with their bodies, files and what users said about
   * them, users, counts, keys; then files, and what users said, whose event has not come (`reportLimits.eventAwaitedMs`). One short transaction, however much there is; may run in several processes at once, and be
   * killed. Resolves with whether there was something to remove: there may be more. `nowMs`: by this machine's clock.
   */
  abstract sweep(nowMs?: number): Promise<boolean>;

  /**
   * Looks for what files belong to that nobody has looked at since they came: those of which it is not there wait for it
   * from now on. One short transaction. Resolves with whether there were any: there may be more.
   */
  abstract lookForOwners(): Promise<boolean>;

  /**
   * Drops some of what waits in a project in which more waits than may (`reportLimits.filesAwaitingPerProject`,
   * `fileBytesAwaitingPerProject`), the oldest first. They are not shown any more, also when their event comes; `sweep` removes their bytes.
   * One short transaction. Resolves with what went, or undefined when there is no such project.
   */
  abstract crowdOut(): Promise<CrowdedOut | undefined>;
}
