import type { Kysely } from 'kysely';
import { alertLimits } from '#shared';
import type { Schema } from '#persistence/stores';

/**
 * Lists ids of the active members who get mail when a project's rule alerts its members. Lists the
 * owners when the project has no active member.
 */
export async function findReaders(db: Kysely<Schema>, projectId: number): Promise<number[]> {
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.project_id', '=', projectId)
    .where('users.state', '=', 'active')
    .orderBy('users.id')
    .limit(alertLimits.mailedMembers)
    .execute();
  if (members.length > 0) return members.map(({ id }) => id);
  const owners = await db
    .selectFrom('users')
    .select('id')
    .where('is_owner', '=', 1)
    .where('state', '=', 'active')
    .orderBy('id')
    .limit(alertLimits.mailedMembers)
    .execute();
  return owners.map(({ id }) => id);
}

/** Returns which projects a user may read now. Returns undefined when the user is not active. */
export async function findReadable(
  db: Kysely<Schema>,
  userId: number,
): Promise<{ email: string; projectIds: 'all' | ReadonlySet<number> } | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'is_owner'])
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!user) return undefined;
  const { email, is_owner } = user;
  if (is_owner === 1) return { email, projectIds: 'all' };
  const rows = await db
    .selectFrom('memberships')
    .select('project_id')
    .where('user_id', '=', userId)
    .execute();
  return { email, projectIds: new Set(rows.map((row) => row.project_id)) };
}
