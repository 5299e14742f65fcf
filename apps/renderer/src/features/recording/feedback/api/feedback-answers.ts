import { Injectable } from '@nestjs/common';
import { FeedbackStore } from '#product/recording/feedback';
import type { Access } from '../../../people/accounts/index.ts';
import type { CursorPage } from '../../../people/api/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { IssuesByName } from '../../issues/index.ts';
import { toFeedbackAnswer } from './feedback-answer.ts';

const FEEDBACK_LOOKED_AT = 1000;

@Injectable()
export class FeedbackAnswers {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly programProjects: ProgramProjects,
    private readonly issues: IssuesByName,
  ) {}

  async list(access: Access, name: string, page: CursorPage): Promise<readonly object[]> {
    const [project] = await this.programProjects.require(access, [name], 'issues.read');
    const { edge, limit } = page;
    const before = edge && { receivedAtMs: edge.value, id: edge.id };
    const said = await this.feedback.listOfProjects([project!.id], { limit: limit + 1, before });
    return page
      .show(said, ({ receivedAtMs, id }) => ({ value: receivedAtMs, id }))
      .map(toFeedbackAnswer);
  }

  /**
   * Returns the issue's feedback, newest first. Searches only the project's 1,000 newest feedback
   * entries.
   */
  async listOfIssue(access: Access, name: string): Promise<readonly object[]> {
    const { id, projectId } = await this.issues.getIssue(access, name);
    const said = await this.feedback.listOfProjects([projectId], { limit: FEEDBACK_LOOKED_AT });
    return said.filter(({ about }) => about?.issueId === id).map(toFeedbackAnswer);
  }
}
