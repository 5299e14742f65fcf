import type { Kysely } from 'kysely';
import { can, toRole } from '#product/people/accounts/rules';
import type { Right } from '#product/people/accounts/rules';
import type { Schema } from '#persistence/stores';

export type ProjectIds = 'all' | readonly number[];

/**
 * Lists ids of the projects in which a user has a right; none when the user is not active. Jobs
 * call this for work that continues after the user's request has ended.
 */
export async function listProjectsWith(
  db: Kysely<Schema>,
  userId: number,
  right: Right,
): Promise<ProjectIds> {
  const user = await db
    .selectFrom('users')
    .select(['state', 'is_owner'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user?.state !== 'active') return [];
  if (can(toRole({ isOwner: user.is_owner === 1 }), right)) return 'all';
  const memberships = await db
    .selectFrom('memberships')
    .select(['project_id', 'role'])
    .where('user_id', '=', userId)
    .execute();
  return memberships.filter(({ role }) => can(role, right)).map(({ project_id }) => project_id);
}

export function includesProject(projects: ProjectIds, projectId: number): boolean {
  return projects === 'all' || projects.includes(projectId);
}
