import { Get, Injectable, Param } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import {
  ApiController,
  RequestedCursorPage,
  Describes,
  pageParameters,
  schema,
} from '../../../people/api/index.ts';
import type { CursorPage } from '../../../people/api/index.ts';
import { FeedbackAnswers } from './feedback-answers.ts';
import { feedbackSchema } from './feedback-schema.ts';

@ApiController('projects/:org/:project/user-feedback')
export class UserFeedbackController {
  constructor(private readonly answers: FeedbackAnswers) {}

  @Describes({
    summary: 'Feedback of a project, the newest first.',
    query: pageParameters,
    answer: schema.listOf(feedbackSchema),
  })
  @Get()
  @Requires('issues.read')
  list(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @RequestedCursorPage() page: CursorPage,
  ): Promise<readonly object[]> {
    return this.answers.list(access, project, page);
  }
}

@Injectable()
abstract class UserReports {
  constructor(private readonly answers: FeedbackAnswers) {}

  @Describes({
    summary: 'What users said of an issue, the newest first.',
    answer: schema.listOf(feedbackSchema),
  })
  @Get()
  @Requires('issues.read')
  list(@CurrentAccess() access: Access, @Param('issue') name: string): Promise<readonly object[]> {
    return this.answers.listOfIssue(access, name);
  }
}

@ApiController('organizations/:org/issues/:issue/user-reports')
export class OrganisationUserReportsController extends UserReports {}

/** Older clients leave the organisation out of the address. */
@ApiController('issues/:issue/user-reports')
export class UserReportsController extends UserReports {}
