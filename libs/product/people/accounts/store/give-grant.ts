import type { Transaction } from 'kysely';
import { type ProjectRole, projectRoles, toHigherRole } from '../rules/roles.ts';
import type { Schema } from '#persistence/stores';
import type { Grant } from './invitation.types.ts';

/**
 * Gives a user the roles of an invitation. Keeps a higher role that the user already has, or gets
 * at the same time.
 */
export async function giveGrant(
  transaction: Transaction<Schema>,
  { userId, grant, nowMs }: { userId: number; grant: Grant; nowMs: number },
): Promise<void> {
  if (grant.kind === 'owner') {
    await transaction.updateTable('users').set({ is_owner: 1 }).where('id', '=', userId).execute();
    return;
  }
  const { role } = grant;
  for (const projectId of grant.projectIds) {
    await transaction
      .insertInto('memberships')
      .values({ user_id: userId, project_id: projectId, role, created_at: nowMs })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'project_id'])
          .doUpdateSet({ role })
          .where('memberships.role', 'in', listUpTo(role)),
      )
      .execute();
  }
}

function listUpTo(role: ProjectRole): ProjectRole[] {
  return projectRoles.filter((each) => toHigherRole(each, role) === role);
}
