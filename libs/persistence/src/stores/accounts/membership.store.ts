import type { ProjectRole } from '#shared';
import type { Project } from '../project.store.ts';

export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly name?: string;
  readonly role: ProjectRole;
  /** Cannot sign in at present. */
  readonly isDisabled: boolean;
}

/**
 * Who is what in which project. Owners need no row here: they are in every project. Every method rejects
 * with `database.unavailable`.
 */
export abstract class MembershipStore {
  /** Undefined when the user is not in the project, or either does not exist. */
  abstract findRole(userId: number, projectId: number): Promise<ProjectRole | undefined>;

  /** The projects that a user is in, by id, at most `limit`. */
  abstract listProjects(
    userId: number,
    options: { limit: number; afterId?: number },
  ): Promise<{ project: Project; role: ProjectRole }[]>;

  /** Who is in a project, by user id, at most `limit`; `afterUserId` continues an earlier page. */
  abstract listMembers(
    projectId: number,
    options: { limit: number; afterUserId?: number },
  ): Promise<Member[]>;

  /**
   * Puts a user into a project, or gives them another role there. False when there is no such project,
   * or no such user who was not removed.
   */
  abstract set(membership: {
    userId: number;
    projectId: number;
    role: ProjectRole;
    nowMs: number;
  }): Promise<boolean>;

  /** False when the user was not in the project. */
  abstract remove(userId: number, projectId: number): Promise<boolean>;
}
