import { BadRequestException, Injectable } from '@nestjs/common';
import type { Access } from '../../../people/accounts/index.ts';
import { IssueChanges } from '../../issue-api/index.ts';
import { IssueLookup, IssueMarkdown } from '../../issue-pages/index.ts';
import type { ToolInput, Tools } from './tool.ts';

@Injectable()
export class ChangeTools {
  constructor(
    private readonly lookup: IssueLookup,
    private readonly changes: IssueChanges,
    private readonly markdown: IssueMarkdown,
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

  private async update(access: Access, input: ToolInput<'update_issue'>): Promise<string> {
    const { issue: name, ignoreMinutes, ...changes } = input;
    const { id } = await this.lookup.getIssue(access, name);
    const wanted = { ...changes, status: toStatus(input), ignoreDuration: ignoreMinutes ?? null };
    if (wanted.status === undefined && changes.assignedTo === undefined) {
      throw new BadRequestException(
        'Say what changes: a status, or whom the issue is assigned to.',
      );
    }
    await this.changes.change(access, [id], wanted);
    const issue = await this.lookup.getIssue(access, String(id));
    const { state, assigneeId } = issue;
    const who = assigneeId === undefined ? 'assigned to nobody' : 'assigned';
    return `${this.markdown.link(issue)} is ${state.status} and ${who} now.`;
  }

  private async comment(
    access: Access,
    { issue: name, text }: ToolInput<'add_issue_note'>,
  ): Promise<string> {
    const issue = await this.lookup.getIssue(access, name);
    await this.changes.comment(access, issue, text);
    return `The comment stands at ${this.markdown.link(issue)}.`;
  }
}

function toStatus(input: ToolInput<'update_issue'>): ToolInput<'update_issue'>['status'] {
  const { status, inRelease, inNextRelease } = input;
  const { untilEscalating, ignoreMinutes, ignoreCount, ignoreUserCount } = input;
  if (status !== undefined) return status;
  if (inRelease !== undefined || inNextRelease === true) return 'resolved';
  const until = ignoreMinutes ?? ignoreCount ?? ignoreUserCount;
  return until === undefined && !untilEscalating ? undefined : 'ignored';
}
