import type { Transaction } from 'kysely';
import { parseEmail } from '#shared';
import type { Schema } from '#persistence/stores';

/**
 * Withdraws open invitations that name the user's email: into one project, or all. Otherwise a person
 * who was taken off comes back by one of them.
 */
export async function withdrawInvitationsFor(
  transaction: Transaction<Schema>,
  { userId, projectId }: { readonly userId: number; readonly projectId?: number },
): Promise<void> {
  const open = await transaction
    .selectFrom(['invitations', 'users'])
    .select(['invitations.id', 'invitations.email', 'users.email_key'])
    .where('users.id', '=', userId)
    .where('accepted_at', 'is', null)
    .execute();
  // SQL cannot compare two spellings of an address as `parseEmail` does.
  for (const { id, email, email_key } of open) {
    if (email === null || parseEmail(email)?.key !== email_key) continue;
    await (
      projectId === undefined
        ? transaction.deleteFrom('invitations').where('id', '=', id)
        : transaction
            .deleteFrom('invitation_projects')
            .where('invitation_id', '=', id)
            .where('project_id', '=', projectId)
    ).execute();
  }
}
