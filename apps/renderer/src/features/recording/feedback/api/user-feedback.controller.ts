import { Get, Param } from '@nestjs/common';
import { FeedbackStore } from '#product/recording/attachments';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, AskedEdge } from '../../../people/tokens/index.ts';
import type { PageByEdge } from '../../../people/tokens/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { toFeedbackAnswer } from './feedback-answer.ts';

/** What users said in a project, the newest first. */
@ApiController('projects/:org/:project/user-feedback')
export class UserFeedbackController {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly programProjects: ProgramProjects,
  ) {}

  @Get()
  @Requires('issues.read')
  async list(
    @CurrentAccess() access: Access,
    @Param('project') name: string,
    @AskedEdge() page: PageByEdge,
  ): Promise<readonly object[]> {
    const [project] = await this.programProjects.require(access, [name], 'issues.read');
    const { edge, limit } = page;
    const before = edge && { receivedAtMs: edge.value, id: edge.id };
    const said = await this.feedback.listOfProjects([project!.id], { limit: limit + 1, before });
    return page
      .show(said, ({ receivedAtMs, id }) => ({ value: receivedAtMs, id }))
      .map(toFeedbackAnswer);
  }
}
