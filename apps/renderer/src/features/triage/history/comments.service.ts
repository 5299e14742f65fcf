import { Injectable } from '@nestjs/common';
import { TriageStore } from '#product/triage/states';
import type { CommentRefusal, CommentRequest } from '#product/triage/states';
import { Clock } from '#shared';

export type CommentAct = Pick<CommentRequest, 'issueId' | 'byUserId' | 'tell'>;

export type CommentResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: CommentRefusal | 'comment.unknown' };

/** The caller checks that the person may comment on the issue. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly triage: TriageStore,
    private readonly clock: Clock,
  ) {}

  async add(act: CommentAct, body: string): Promise<CommentResult> {
    return toResult(await this.triage.comment({ ...this.now(act), body }));
  }

  async edit(act: CommentAct, commentId: number, body: string): Promise<CommentResult> {
    if (!(await this.isOf(act, commentId))) return UNKNOWN;
    return toResult(await this.triage.editComment({ ...this.now(act), commentId, body }));
  }

  async delete(act: CommentAct, commentId: number): Promise<CommentResult> {
    if (!(await this.isOf(act, commentId))) return UNKNOWN;
    return toResult(await this.triage.deleteComment({ ...this.now(act), commentId }));
  }

  private now(act: CommentAct): CommentAct & { nowMs: number } {
    return { ...act, nowMs: this.clock.nowMs() };
  }

  /**
   * The caller has checked only the rights on this issue, so the comment must belong to this issue.
   */
  private async isOf({ issueId }: CommentAct, commentId: number): Promise<boolean> {
    return (await this.triage.findIssueOfComment(commentId)) === issueId;
  }
}

const UNKNOWN = { ok: false, code: 'comment.unknown' } as const;

function toResult(outcome: Awaited<ReturnType<TriageStore['comment']>>): CommentResult {
  if (outcome.outcome === 'changed') return { ok: true };
  return outcome.outcome === 'notFound' ? UNKNOWN : { ok: false, code: outcome.code };
}
