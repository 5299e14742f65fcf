import { Body, Param } from '@nestjs/common';
import { to } from '#shared';
import { Action, Flash } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import { PeopleService } from '../../projects/members/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { IssueContext, IssuePartLoader } from '../../recording/issue-page/index.ts';
import { IssueIdPipe, ProjectOfIssue } from '../../recording/issues/index.ts';
import { TriageActions } from './triage-actions.ts';
import { TriageDto, UndoDto } from './triage.dto.ts';
import type { StandingProps, TriageAction, UndoAction } from './triage.dto.ts';
import { TriageService } from './triage.service.ts';

/** The state of an issue, who works on it, and the bar that changes both. */
@IssuePart<typeof import('./views/issue.standing.part.tsx')>('states/issue.standing.part', {
  at: 'head',
  order: 10,
})
export class StandingPart implements IssuePartLoader<StandingProps> {
  constructor(
    private readonly people: PeopleService,
    private readonly triage: TriageService,
    private readonly actions: TriageActions,
  ) {}

  async load({ issue, access }: IssueContext): Promise<StandingProps> {
    const { id, projectId, state, assigneeId } = issue;
    const [names, triage] = await Promise.all([
      this.people.listNames([state.byUserId, assigneeId].filter((each) => each !== undefined)),
      this.triage.offer(access, issue),
    ]);
    const stateBy = state.byUserId === undefined ? undefined : names.get(state.byUserId);
    return {
      state,
      stateBy,
      assignee:
        assigneeId === undefined
          ? undefined
          : { id: assigneeId, name: names.get(assigneeId) ?? '' },
      triage,
      ignore: access.can('project.filters', projectId)
        ? to('/issues/:id/ignore', { id })
        : undefined,
    };
  }

  @Action<TriageAction>('triage')
  @Requires('issues.triage', ProjectOfIssue)
  async change(
    @Param('id', IssueIdPipe) id: number,
    @Body() fields: TriageDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.change([id], { access, fields, flash });
  }

  @Action<UndoAction>('undo')
  @Requires('issues.triage', ProjectOfIssue)
  async undo(
    @Body() fields: UndoDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.undo({ access, fields, flash });
  }
}
