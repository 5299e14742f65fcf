import type { ProjectRole } from '#shared';
import type { User } from './user.store.ts';
import type { Project } from '#product/projects/projects';

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

  /** What a user is in each of their projects, by project id. Read with every request: nothing but that. */
  abstract listRoles(userId: number): Promise<Map<number, ProjectRole>>;

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

  /** The projects of several users, by user id and then by project id; nothing of who is in none. */
  abstract listProjectsOf(
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly { project: Project; role: ProjectRole }[]>>;

  /**
   * Those who can sign in and have one of `roles` in one of the projects, or own Errata, by user id, at most
   * `limit`. `projectIds`: in any project when it is `all`.
   */
  abstract listActive(
    projectIds: 'all' | readonly number[],
    options: { roles: readonly ProjectRole[]; limit: number },
  ): Promise<User[]>;

  /**
   * Puts a user into a project, or gives them another role there: only one or the other with `onlyIf`. False
   * when that is not how it is, and when there is no such project, or no such user who was not removed.
   */
  abstract set(membership: {
    userId: number;
    projectId: number;
    role: ProjectRole;
    nowMs: number;
    onlyIf?: 'absent' | 'present';
  }): Promise<boolean>;

  /** False when the user was not in the project. */
  abstract remove(userId: number, projectId: number): Promise<boolean>;
}
