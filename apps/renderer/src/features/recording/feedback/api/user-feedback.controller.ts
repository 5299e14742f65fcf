import { Get, Injectable, Param } from '@nestjs/common';
import { FeedbackStore } from '#product/recording/feedback';
import type { ListedFeedback } from '#product/recording/feedback';
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
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { IssuesByName } from '../../issues/index.ts';

const FEEDBACK_LOOKED_AT = 1000;

const { id, listOf, named, object, orNull, text, time } = schema;

const feedbackSchema = named(
  'Feedback',
  object({
    id,
    eventID: orNull(text),
    issue: orNull(object({ id })),
    name: text,
    email: text,
    comments: text,
    dateCreated: time,
    user: { type: 'null' },
    event: orNull(object({ id: text, eventID: text })),
  }),
);

@ApiController('projects/:org/:project/user-feedback')
export class UserFeedbackController {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly projects: ProgramProjects,
  ) {}

  @Describes({
    summary: 'Feedback of a project, the newest first.',
    query: pageParameters,
    answer: listOf(feedbackSchema),
  })
  @Get()
  @Requires('issues.read')
  async list(
    @CurrentAccess() access: Access,
    @Param('project') name: string,
    @RequestedCursorPage() page: CursorPage,
  ): Promise<readonly object[]> {
    const [project] = await this.projects.require(access, [name], 'issues.read');
    page.requireTime();
    const { edge, limit } = page;
    const before = edge && { receivedAtMs: edge.value, id: edge.id };
    const said = await this.feedback.listOfProjects([project!.id], { limit: limit + 1, before });
    return page.show(said, (each) => ({ value: each.receivedAtMs, id: each.id })).map(toAnswer);
  }
}

@Injectable()
abstract class UserReports {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly issues: IssuesByName,
  ) {}

  /** Searches only the project's 1,000 newest feedback entries. */
  @Describes({
    summary: 'What users said of an issue, the newest first.',
    answer: listOf(feedbackSchema),
  })
  @Get()
  @Requires('issues.read')
  async list(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
  ): Promise<readonly object[]> {
    const issue = await this.issues.getIssue(access, name);
    const wanted = { limit: FEEDBACK_LOOKED_AT };
    const said = await this.feedback.listOfProjects([issue.projectId], wanted);
    return said.filter(({ issueId }) => issueId === issue.id).map(toAnswer);
  }
}

@ApiController('organizations/:org/issues/:issue/user-reports')
export class OrganisationUserReportsController extends UserReports {}

/** Older clients leave the organisation out of the address. */
@ApiController('issues/:issue/user-reports')
export class UserReportsController extends UserReports {}

function toAnswer({ issueId, eventId, ...said }: ListedFeedback): object {
  return {
    id: String(said.id),
    eventID: eventId,
    issue: issueId === null ? null : { id: String(issueId) },
    name: said.name ?? '',
    email: said.email ?? '',
    comments: said.message,
    dateCreated: new Date(said.receivedAtMs).toISOString(),
    user: null,
    event: eventId === null ? null : { id: eventId, eventID: eventId },
  };
}
