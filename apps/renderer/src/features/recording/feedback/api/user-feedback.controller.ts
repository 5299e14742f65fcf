import { Get, Param } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, AskedEdge } from '../../../people/tokens/index.ts';
import type { PageByEdge } from '../../../people/tokens/index.ts';
import { FeedbackAnswers } from './feedback-answers.ts';

/** Feedback of a project, for programs. */
@ApiController('projects/:org/:project/user-feedback')
export class UserFeedbackController {
  constructor(private readonly answers: FeedbackAnswers) {}

  @Get()
  @Requires('issues.read')
  list(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @AskedEdge() page: PageByEdge,
  ): Promise<readonly object[]> {
    return this.answers.list(access, project, page);
  }
}
