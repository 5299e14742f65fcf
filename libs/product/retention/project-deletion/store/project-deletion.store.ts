import type { ChangedBy } from '#product/projects/projects';

/** Deletes projects in two parts: out of sight at once, out of the database in small steps (ADR 102). */
export abstract class ProjectDeletionStore {
  /**
   * From now on there is no such project: its keys, memberships and invitations are gone, no list has it, and its slug may be
   * given to another one. Recording leaves its events out. The configuration does not make it again. Stands in the audit log.
   * Whether somebody may delete it is for the caller to know. Resolves with false when there is none such.
   */
  abstract delete(projectId: number, by: ChangedBy): Promise<boolean>;

  /**
   * Removes a part of the rows of deleted projects in one short transaction. The row of a project goes last, at least a minute
   * after the deletion. Several processes may sweep at once, and may be killed. Resolves with whether something was removed:
   * there may be more.
   */
  abstract sweep(nowMs: number): Promise<boolean>;
}
