import type { Selectable } from 'kysely';
import { issueLimits } from '#shared';
import { notifyOfComment } from '#product/alerting/alerts';
import type { IssueCommentsTable } from './triage.tables.ts';
import type {
  CommentOutcome,
  CommentRequest,
  DeleteCommentRequest,
  EditCommentRequest,
} from './triage.types.ts';
import { lockIssues, writeHistory } from '#product/recording/issues';
import type { Triage } from '#product/recording/issues';

type CommentRow = Pick<Selectable<IssueCommentsTable>, 'id' | 'issue_id' | 'by_user'>;

const REFUSED_LENGTH = { outcome: 'refused', code: 'comment.length' } as const;

export async function addComment(
  triage: Triage,
  { issueId, body, byUserId, nowMs }: CommentRequest,
): Promise<CommentOutcome> {
  const issues = await lockIssues(triage, [issueId]);
  if (!issues.has(issueId)) return { outcome: 'notFound' };
  if (!hasValidLength(body)) return REFUSED_LENGTH;
  const { id } = await triage.transaction
    .insertInto('issue_comments')
    .values({ issue_id: issueId, by_user: byUserId, at: nowMs, body })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeHistory(triage.transaction, [
    { issue_id: issueId, at: nowMs, by_user: byUserId, what: 'comment', comment_id: id },
  ]);
  await notifyOfComment(triage.transaction, { issueId, commentId: id, body, byUserId, nowMs });
  return { outcome: 'changed', commentId: id, issueId };
}

export function editComment(triage: Triage, request: EditCommentRequest): Promise<CommentOutcome> {
  const { body, nowMs } = request;
  return changeOwn(triage, request, async ({ id }) => {
    if (!hasValidLength(body)) return REFUSED_LENGTH;
    await triage.transaction
      .updateTable('issue_comments')
      .set({ body, edited_at: nowMs })
      .where('id', '=', id)
      .execute();
    return undefined;
  });
}

export function deleteComment(
  triage: Triage,
  request: DeleteCommentRequest,
): Promise<CommentOutcome> {
  return changeOwn(triage, request, async ({ id }) => {
    await triage.transaction
      .updateTable('issue_comments')
      .set({ body: '', deleted_at: request.nowMs })
      .where('id', '=', id)
      .execute();
    return undefined;
  });
}

async function changeOwn(
  { transaction, dialect }: Triage,
  { commentId, byUserId }: { commentId: number; byUserId: number },
  work: (comment: CommentRow) => Promise<CommentOutcome | undefined>,
): Promise<CommentOutcome> {
  const query = transaction
    .selectFrom('issue_comments')
    .select(['id', 'issue_id', 'by_user'])
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null);
  const comment = await (
    dialect.hasConcurrentWriters ? query.forUpdate() : query
  ).executeTakeFirst();
  if (!comment) return { outcome: 'notFound' };
  if (comment.by_user !== byUserId) return { outcome: 'refused', code: 'comment.not_author' };
  return (await work(comment)) ?? { outcome: 'changed', commentId, issueId: comment.issue_id };
}

function hasValidLength(body: string): boolean {
  return body.trim() !== '' && body.length <= issueLimits.commentCharacters;
}
