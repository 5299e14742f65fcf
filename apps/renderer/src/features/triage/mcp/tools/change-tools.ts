import { Injectable } from '@nestjs/common';
import { toShortId } from '#shared';
import type { Access } from '../../../people/accounts/index.ts';
import { IssueChanges } from '../../issue-api/index.ts';
import { IssueLookup } from '../../issue-pages/index.ts';
import type { ToolInput, Tools } from './tool.ts';

/** Tools that change issues, in the name of the person for whom the token stands. */
@Injectable()
export class ChangeTools {
  constructor(
    private readonly lookup: IssueLookup,
    private readonly changes: IssueChanges,
  ) {}

  readonly tools: Tools<'update_issue' | 'add_issue_note'> = {
    update_issue: {
      title: 'Change an issue',
      description:
        'Resolves, ignores, reopens or assigns an issue, in the name of the person for whom the token stands.',
      right: 'issues.triage',
      changes: true,
      run: (access, input) => this.update(access, input),
    },
    add_issue_note: {
      title: 'Comment on an issue',
      description: 'Adds a comment, in the name of the person for whom the token stands.',
      right: 'issues.comment',
      changes: true,
      run: (access, input) => this.comment(access, input),
    },
  };

  private async update(
    access: Access,
    { issue: name, ignoreMinutes, ...changes }: ToolInput<'update_issue'>,
  ): Promise<string> {
    const { id, projectSlug, number } = await this.lookup.getIssue(access, name);
    const wanted = { ...changes, ignoreDuration: ignoreMinutes ?? null };
    await this.changes.change(access, [id], wanted);
    const { state, assigneeId } = await this.lookup.getIssue(access, String(id));
    const who = assigneeId === undefined ? 'assigned to nobody' : 'assigned';
    return `${toShortId(projectSlug, number)} is ${state.status} and ${who} now.`;
  }

  private async comment(
    access: Access,
    { issue: name, text }: ToolInput<'add_issue_note'>,
  ): Promise<string> {
    const issue = await this.lookup.getIssue(access, name);
    await this.changes.comment(access, issue, text);
    return `The comment stands at ${toShortId(issue.projectSlug, issue.number)}.`;
  }
}
