import type { JoinedWrite, KyselyDatabase } from '#persistence/stores';
import type { Project } from '#product/projects/projects';
import {
  hasText,
  inToldTransaction,
  inTransaction,
  type Capability,
  storeOf,
} from '#persistence/stores';
import { toUser, USER_COLUMNS, withdrawInvitationsFor } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { type ProjectRole, toInvited } from '#product/people/accounts/rules';

interface MembershipsTable {
  readonly user_id: number;
  readonly project_id: number;
  readonly role: ProjectRole;
  readonly created_at: number;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly memberships: MembershipsTable;
  }
}

export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly name?: string;
  readonly role: ProjectRole;
  readonly isDisabled: boolean;
}

/**
 * Stores who has which role in which project. Owners need no row, because they have access to every
 * project. Every method rejects with `database.unavailable` when the database does not answer.
 */
export class MembershipStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  async findRole(userId: number, projectId: number): Promise<ProjectRole | undefined> {
    const row = await this.#database.kysely
      .selectFrom('memberships')
      .select('role')
      .where('user_id', '=', userId)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    return row?.role;
  }

  /**
   * Returns the user's role in each project, by project id. Every request runs this query, so it
   * reads nothing else.
   */
  async listRoles(userId: number): Promise<Map<number, ProjectRole>> {
    const rows = await this.#database.kysely
      .selectFrom('memberships')
      .select(['project_id', 'role'])
      .where('user_id', '=', userId)
      .orderBy('project_id')
      .execute();
    return new Map(rows.map(({ project_id, role }) => [project_id, role]));
  }

  async listProjects(
    userId: number,
    { limit, afterId }: { limit: number; afterId?: number },
  ): Promise<{ project: Project; role: ProjectRole }[]> {
    const rows = await this.#database.kysely
      .selectFrom('memberships')
      .innerJoin('projects', 'projects.id', 'memberships.project_id')
      .select(['projects.id', 'projects.slug', 'projects.name', 'memberships.role'])
      .where('memberships.user_id', '=', userId)
      .where('projects.id', '>', afterId ?? 0)
      .orderBy('projects.id')
      .limit(limit)
      .execute();
    return rows.map(({ role, ...project }) => ({ project, role }));
  }

  async listMembers(
    projectId: number,
    { limit, afterUserId, text }: { limit: number; afterUserId?: number; text?: string },
  ): Promise<Member[]> {
    const rows = await this.#database.kysely
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.email', 'users.name', 'users.state', 'memberships.role'])
      .where('memberships.project_id', '=', projectId)
      .where('users.id', '>', afterUserId ?? 0)
      .where(hasText(['users.email', 'users.name'], text))
      .orderBy('users.id')
      .limit(limit)
      .execute();
    return rows.map(({ id, email, name, state, role }) => ({
      userId: id,
      email,
      name: name ?? undefined,
      role,
      isDisabled: state !== 'active',
    }));
  }

  /** Returns the projects of several users, by user id. Users without projects are absent. */
  async listProjectsOf(
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly { project: Project; role: ProjectRole }[]>> {
    const byUser = new Map<number, { project: Project; role: ProjectRole }[]>();
    if (userIds.length === 0) return byUser;
    const rows = await this.#database.kysely
      .selectFrom('memberships')
      .innerJoin('projects', 'projects.id', 'memberships.project_id')
      .select(['user_id', 'projects.id', 'projects.slug', 'projects.name', 'memberships.role'])
      .where('memberships.user_id', 'in', userIds)
      .orderBy('user_id')
      .orderBy('projects.id')
      .execute();
    for (const { user_id, role, ...project } of rows) {
      byUser.set(user_id, [...(byUser.get(user_id) ?? []), { project, role }]);
    }
    return byUser;
  }

  /**
   * Lists active users who have one of `roles` in one of the projects, and all active owners,
   * ordered by user id. `all` stands for any project.
   */
  async listActive(
    projectIds: 'all' | readonly number[],
    { roles, limit }: { roles: readonly ProjectRole[]; limit: number },
  ): Promise<User[]> {
    const { kysely } = this.#database;
    const inProject = kysely.selectFrom('memberships').select('user_id').where('role', 'in', roles);
    const isIn =
      projectIds === 'all'
        ? inProject
        : inProject.where('project_id', 'in', projectIds.length > 0 ? projectIds : [0]);
    const rows = await kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('state', '=', 'active')
      .where((eb) => eb.or([eb('is_owner', '=', 1), eb('users.id', 'in', isIn)]))
      .orderBy('users.id')
      .limit(limit)
      .execute();
    return rows.map(toUser);
  }

  /**
   * Adds a user to a project, or changes their role in it unless `onlyIf` says `absent`.
   *
   * Returns false when `onlyIf` does not hold, when the project does not exist, or when the user
   * does not exist or was removed.
   */
  async set({
    userId,
    projectId,
    role,
    nowMs,
    onlyIf,
    tell,
  }: {
    userId: number;
    projectId: number;
    role: ProjectRole;
    nowMs: number;
    onlyIf?: 'absent';
    tell?: JoinedWrite;
  }): Promise<boolean> {
    const { dialect } = this.#database;
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const user = transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('state', '!=', 'removed');
      const project = transaction.selectFrom('projects').select('id').where('id', '=', projectId);
      // Locks user and project, so that nobody removes either before the membership is inserted.
      const held = dialect.hasConcurrentWriters
        ? [user.forShare(), project.forKeyShare()]
        : [user, project];
      for (const each of held) {
        if ((await each.executeTakeFirst()) === undefined) return false;
      }
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('memberships')
        .values({ user_id: userId, project_id: projectId, role, created_at: nowMs })
        .onConflict((conflict) => {
          const membership = conflict.columns(['user_id', 'project_id']);
          return onlyIf === 'absent' ? membership.doNothing() : membership.doUpdateSet({ role });
        })
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  /** Gives `tell` the role of before. Returns false when the user is no member of the project. */
  changeRole(
    { userId, projectId, role }: { userId: number; projectId: number; role: ProjectRole },
    tell?: (from: ProjectRole) => JoinedWrite,
  ): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const membership = transaction
        .selectFrom('memberships')
        .select('role')
        .where('user_id', '=', userId)
        .where('project_id', '=', projectId);
      const { hasConcurrentWriters } = this.#database.dialect;
      const held = hasConcurrentWriters ? membership.forNoKeyUpdate() : membership;
      const before = await held.executeTakeFirst();
      if (!before) return false;
      await transaction
        .updateTable('memberships')
        .set({ role })
        .where('user_id', '=', userId)
        .where('project_id', '=', projectId)
        .execute();
      await withdrawInvitationsFor(transaction, { userId, projectId });
      await tell?.(before.role)(transaction);
      return true;
    });
  }

  remove(userId: number, projectId: number, tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('memberships')
        .where('user_id', '=', userId)
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      await withdrawInvitationsFor(transaction, { userId, projectId });
      return numDeletedRows > 0n;
    });
  }
}

/** The migration of `accounts` creates the table. */
export const members = {
  tables: ['memberships'],
  migrations: [],
  stores: { memberships: storeOf(MembershipStore) },
  auditTexts: {
    member: 'Members',
    'member.added': ({ person, project, to }) => `added ${person} to ${project} as ${to}`,
    'member.role': ({ person, project, from, to }) =>
      `changed the role of ${person} in ${project} from ${from} to ${to}`,
    'member.removed': ({ person, project }) => `removed ${person} from ${project}`,
    'member.invited': ({ project, after }) => `invited ${toInvited(after, project)}`,
  },
} as const satisfies Capability;
