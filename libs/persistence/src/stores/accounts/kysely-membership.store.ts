import type { ProjectRole } from '#shared';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Project } from '../project.store.ts';
import { inTransaction } from '../transaction.ts';
import { MembershipStore } from './membership.store.ts';
import type { Member } from './membership.store.ts';

export class KyselyMembershipStore extends MembershipStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async findRole(userId: number, projectId: number): Promise<ProjectRole | undefined> {
    const row = await this.#database.kysely
      .selectFrom('memberships')
      .select('role')
      .where('user_id', '=', userId)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    return row?.role;
  }

  override async listProjects(
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

  override async listMembers(
    projectId: number,
    { limit, afterUserId }: { limit: number; afterUserId?: number },
  ): Promise<Member[]> {
    const rows = await this.#database.kysely
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.email', 'users.name', 'users.state', 'memberships.role'])
      .where('memberships.project_id', '=', projectId)
      .where('users.id', '>', afterUserId ?? 0)
      .orderBy('users.id')
      .limit(limit)
      .execute();
    return rows.map(({ id, email, name, state, role }) => ({
      userId: id,
      email,
      ...(name === null ? {} : { name }),
      role,
      isDisabled: state !== 'active',
    }));
  }

  override async set({
    userId,
    projectId,
    role,
    nowMs,
  }: {
    userId: number;
    projectId: number;
    role: ProjectRole;
    nowMs: number;
  }): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const user = transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('state', '!=', 'removed');
      const project = transaction.selectFrom('projects').select('id').where('id', '=', projectId);
      // Held until the row is there: neither is removed in between.
      const held = dialect.hasConcurrentWriters
        ? [user.forShare(), project.forKeyShare()]
        : [user, project];
      for (const each of held) {
        if ((await each.executeTakeFirst()) === undefined) return false;
      }
      await transaction
        .insertInto('memberships')
        .values({ user_id: userId, project_id: projectId, role, created_at: nowMs })
        .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doUpdateSet({ role }))
        .execute();
      return true;
    });
  }

  override async remove(userId: number, projectId: number): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('memberships')
      .where('user_id', '=', userId)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
