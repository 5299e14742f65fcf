import { Body, ForbiddenException, NotFoundException, Param } from '@nestjs/common';
import { errorCatalogue } from '#shared';
import {
  Action,
  Flash,
  InvalidFieldsException,
  UnreadableAddressException,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { IssueContext, IssuePartLoader } from '../../recording/issue-page/index.ts';
import { IssueIdPipe, ProjectOfIssue } from '../../recording/issues/index.ts';
import { CommentsService } from './comments.service.ts';
import type { CommentResult } from './comments.service.ts';
import { CommentDto, CommentIdDto, EditedCommentDto } from './history.dto.ts';
import type {
  CommentAction,
  DeleteCommentAction,
  EditCommentAction,
  HistoryPartProps,
} from './history.dto.ts';
import { HistoryService } from './history.service.ts';

@IssuePart<typeof import('./views/issue.history.waiting.part.tsx')>(
  'history/issue.history.waiting.part',
  {
    at: 'below',
    order: 10,
    section: { id: 'history', title: 'History' },
  },
)
export class HistoryPart implements IssuePartLoader<HistoryPartProps> {
  constructor(
    private readonly history: HistoryService,
    private readonly comments: CommentsService,
  ) {}

  async load({ issue, access, query }: IssueContext): Promise<HistoryPartProps> {
    const { id, projectId, projectSlug } = issue;
    const beyond = readCursor(query['history']);
    return {
      ...(await this.history.list(id, { beyond, readerId: access.user?.id })),
      project: projectSlug,
      canComment: access.can('issues.comment', projectId),
      canUndo: access.can('issues.triage', projectId),
    };
  }

  @Action<CommentAction>('comment')
  @Requires('issues.comment', ProjectOfIssue)
  async comment(
    @Param('id', IssueIdPipe) issueId: number,
    @Body() { body }: CommentDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const act = { issueId, byUserId: access.getSignedIn().user.id };
    settle(await this.comments.add(act, body), 'body');
    flash({ text: 'Comment added.' });
  }

  @Action<EditCommentAction>('edit-comment')
  @Requires('issues.comment', ProjectOfIssue)
  async editComment(
    @Param('id', IssueIdPipe) issueId: number,
    @Body() { comment, edited }: EditedCommentDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const act = { issueId, byUserId: access.getSignedIn().user.id };
    settle(await this.comments.edit(act, Number(comment), edited), 'edited');
    flash({ text: 'Comment changed.' });
  }

  @Action<DeleteCommentAction>('delete-comment')
  @Requires('issues.comment', ProjectOfIssue)
  async deleteComment(
    @Param('id', IssueIdPipe) issueId: number,
    @Body() { comment }: CommentIdDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const act = { issueId, byUserId: access.getSignedIn().user.id };
    settle(await this.comments.delete(act, Number(comment)), 'comment');
    flash({ text: 'Comment deleted.' });
  }
}

/** Reads `?history=<id>`, the last entry on the page before. Throws 404 for any other value. */
function readCursor(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^[1-9]\d{0,14}$/.test(value)) {
    throw new UnreadableAddressException();
  }
  return Number(value);
}

function settle(result: CommentResult, field: string): void {
  if (result.ok) return;
  const { message } = errorCatalogue[result.code];
  if (result.code === 'comment.unknown') throw new NotFoundException(message);
  if (result.code === 'comment.not_author') throw new ForbiddenException(message);
  throw new InvalidFieldsException({ [field]: [message] });
}
