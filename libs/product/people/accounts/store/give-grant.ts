import type { Transaction } from 'kysely';
import { toHigherRole } from '../rules/roles.ts';
import type { Schema } from '#persistence/stores';
import type { Grant } from './invitation.types.ts';

/**
 * Gives a user the roles of an invitation. Keeps a higher role that the user already has. The
 * caller's transaction must have locked the user's row.
 */
export async function giveGrant(
  transaction: Transaction<Schema>,
  { userId, grant, nowMs }: { userId: number; grant: Grant; nowMs: number },
): Promise<void> {
  if (grant.kind === 'owner') {
    await transaction.updateTable('users').set({ is_owner: 1 }).where('id', '=', userId).execute();
    return;
  }
  if (grant.projectIds.length === 0) return;
  const held = await transaction
    .selectFrom('memberships')
    .select(['project_id', 'role'])
    .where('user_id', '=', userId)
    .where('project_id', 'in', grant.projectIds)
    .execute();
  const roleIn = new Map(held.map(({ project_id, role }) => [project_id, role]));
  for (const projectId of grant.projectIds) {
    const role = toHigherRole(grant.role, roleIn.get(projectId) ?? grant.role);
    await transaction
      .insertInto('memberships')
      .values({ user_id: userId, project_id: projectId, role, created_at: nowMs })
      .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doUpdateSet({ role }))
      .execute();
  }
}
