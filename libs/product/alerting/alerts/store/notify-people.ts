import type { Transaction } from 'kysely';
import { alertLimits } from '#shared';
import { findMentions } from '../rules/mentions.ts';
import type { Schema } from '#persistence/stores';
import { writeNotices } from './write-firings.ts';

interface Done {
  readonly byUserId: number;
  readonly nowMs: number;
}

/** Notifies the new assignee of these issues, unless they assigned the issues to themselves. */
export async function notifyAssignee(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
  { assigneeId, byUserId, nowMs: atMs }: Done & { readonly assigneeId: number | null },
): Promise<void> {
  if (assigneeId === null || assigneeId === byUserId) return;
  const told = { userId: assigneeId, byUserId, reason: { kind: 'assigned' }, atMs } as const;
  await writeNotices(
    transaction,
    issueIds.map((issueId) => ({ ...told, issueId })),
  );
}

/**
 * Notifies everybody whom a comment mentions, the issue's assignee and earlier commenters; each
 * person once.
 */
export async function notifyOfComment(
  transaction: Transaction<Schema>,
  {
    issueId,
    commentId,
    body,
    byUserId,
    nowMs: atMs,
  }: Done & { readonly issueId: number; readonly commentId: number; readonly body: string },
): Promise<void> {
  const mentioned = body.includes('@')
    ? findMentions(body, await listPeople(transaction, issueId))
    : [];
  const others = await listConcerned(transaction, issueId);
  const reasons = new Map<number, 'commented' | 'mentioned'>(
    others.map((userId) => [userId, 'commented']),
  );
  for (const userId of mentioned) reasons.set(userId, 'mentioned');
  reasons.delete(byUserId);
  await writeNotices(
    transaction,
    [...reasons].map(([userId, kind]) => {
      const reason = { kind };
      return { userId, issueId, byUserId, commentId, reason, atMs };
    }),
  );
}

async function listPeople(transaction: Transaction<Schema>, issueId: number) {
  const rows = await transaction
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('state', '=', 'active')
    .where((where) =>
      where.or([
        where('is_owner', '=', 1),
        where(
          'id',
          'in',
          where
            .selectFrom('memberships')
            .innerJoin('issues', 'issues.project_id', 'memberships.project_id')
            .select('memberships.user_id')
            .where('issues.id', '=', issueId),
        ),
      ]),
    )
    .orderBy('id')
    .limit(alertLimits.peopleMentioned)
    .execute();
  return rows.map(({ name, ...person }) => ({ ...person, ...(name === null ? {} : { name }) }));
}

async function listConcerned(transaction: Transaction<Schema>, issueId: number): Promise<number[]> {
  const issue = await transaction
    .selectFrom('issues')
    .select('assignee_id')
    .where('id', '=', issueId)
    .executeTakeFirst();
  const comments = await transaction
    .selectFrom('issue_comments')
    .select('by_user')
    .where('issue_id', '=', issueId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(alertLimits.commentsLookedAt)
    .execute();
  return [...new Set([issue?.assignee_id ?? [], ...comments.map((row) => row.by_user)].flat())];
}
