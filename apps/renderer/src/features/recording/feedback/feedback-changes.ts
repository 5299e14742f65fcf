import { Injectable, NotFoundException } from '@nestjs/common';
import { FeedbackStore } from '#product/recording/feedback';
import type { FeedbackChange } from '#product/recording/feedback';
import { Clock, errorCatalogue } from '#shared';
import type { ErrorCode, Flash } from '#shared';
import { InvalidFieldsException } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { nameAssignee, PeopleService } from '../../projects/members/index.ts';
import type { FeedbackChangeDto } from './feedback.dto.ts';

@Injectable()
export class FeedbackChanges {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  /** Changes what the person may change, and returns what to say about it. */
  async change(access: Access, fields: FeedbackChangeDto): Promise<Flash> {
    const [, kind = '', one] = /^(\w*)(?:-(\d{1,15}))?$/.exec(fields.change ?? '') ?? [];
    const asked = (one === undefined ? fields.feedback : [one]).map(Number);
    const projects = await this.feedback.listProjectsOf(asked);
    const allowed = [...projects].filter(([, projectId]) => access.can('issues.triage', projectId));
    if (allowed.length === 0) throw new NotFoundException('There is no such feedback for you.');
    const theirs = allowed.map(([, projectId]) => projectId);
    const [change, done] = await this.read({ kind, access, fields }, theirs);
    const ids = allowed.map(([id]) => id);
    const changed = await this.feedback.change(ids, change);
    if (changed.length === 0) return { text: 'Nothing has changed.' };
    const text = `${changed.length === 1 ? 'Feedback' : changed.length} ${done}.`;
    const feedback = changed.map(String);
    const again = { action: 'change', fields: { change: 'doneAgain', feedback } };
    if (kind === 'reopen') return { text, undo: again };
    if (!('done' in change) || !change.done) return { text };
    const at = String(change.done.atMs);
    return { text, undo: { ...again, fields: { change: 'undo', feedback, at } } };
  }

  private async read(
    { kind, access, fields }: { kind: string; access: Access; fields: FeedbackChangeDto },
    projects: readonly number[],
  ): Promise<readonly [change: FeedbackChange, done: string]> {
    const byUserId = access.getSignedIn().user.id;
    switch (kind) {
      case 'done':
        return [{ done: { byUserId, atMs: this.clock.nowMs() } }, 'marked as done'];
      case 'reopen':
        return [{ done: null }, 'reopened'];
      case 'doneAgain':
        return [{ isDoneAgain: true }, 'marked as done'];
      case 'undo':
        if (fields.at === undefined) throw refuse('', 'issue.change_unknown');
        return [{ done: null, from: { byUserId, atMs: Number(fields.at) } }, 'reopened'];
      case 'assignMe':
        return [{ assigneeId: byUserId }, 'assigned to you'];
      case 'assignNobody':
        return [{ assigneeId: null }, 'assigned to nobody'];
      case 'assign':
        return this.assign(access, fields, projects);
      default:
        throw refuse('', 'issue.change_unknown');
    }
  }

  private async assign(
    access: Access,
    { assignee }: FeedbackChangeDto,
    projects: readonly number[],
  ) {
    const named = await nameAssignee(this.people, access, { change: 'assign', assignee });
    const assigneeId = Number(named.assignee);
    const theirs = await this.people.listProjectsOf(assigneeId, 'issues.triage');
    if (theirs !== 'all' && !projects.every((id) => theirs.includes(id))) {
      throw refuse('assignee', 'issue.assignee_unknown');
    }
    const names = await this.people.listNames([assigneeId]);
    return [{ assigneeId }, `assigned to ${names.get(assigneeId)}`] as const;
  }
}

function refuse(field: string, code: ErrorCode): InvalidFieldsException {
  return new InvalidFieldsException({ [field]: [errorCatalogue[code].message] });
}
