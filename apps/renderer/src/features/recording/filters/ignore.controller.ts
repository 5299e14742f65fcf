import { Body, Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { IssueIdPipe, ProjectOfIssue } from '../issues/index.ts';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { describeFilter } from './filter-words.ts';
import { IgnoreDto } from './ignore.dto.ts';
import type { IgnoreAction } from './ignore.dto.ts';
import { IgnoreService } from './ignore.service.ts';

@Controller('issues/:id/ignore')
@Requires('project.filters', ProjectOfIssue)
export class IgnoreController {
  constructor(private readonly ignoring: IgnoreService) {}

  @Get()
  @Page<PropsOf<IgnoreController['show']>>('filters/ignore.page', {
    head: ({ shortId }) => ({ title: `Ignore events like ${shortId}` }),
    // Every request tries the filters on the latest events, so a cached page would be outdated.
    staleMs: 0,
  })
  async show(@Param('id', IssueIdPipe) id: number, @Query('pattern') pattern: unknown) {
    const offer = await this.ignoring.offer(id, typeof pattern === 'string' ? pattern : undefined);
    if (!offer) throw new NotFoundException();
    return offer;
  }

  @Action<IgnoreAction>('ignore')
  async ignore(
    @Param('id', IssueIdPipe) id: number,
    @Body() fields: IgnoreDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.change(id, { fields, access, isOn: true });
    const undo = { action: 'stop-ignoring', fields: toFields(fields) };
    flash({ text: `${toSubject(fields)}: filtered from now on.`, undo });
  }

  @Action<IgnoreAction>('stop-ignoring')
  async stopIgnoring(
    @Param('id', IssueIdPipe) id: number,
    @Body() fields: IgnoreDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.change(id, { fields, access, isOn: false });
    const undo = { action: 'ignore', fields: toFields(fields) };
    flash({ text: `${toSubject(fields)}: stored again.`, undo });
  }

  private async change(
    issueId: number,
    { fields, access, isOn }: { fields: IgnoreDto; access: Access; isOn: boolean },
  ): Promise<void> {
    const byUserId = access.getSignedIn().user.id;
    const result = await this.ignoring.change(issueId, { fields, isOn, byUserId });
    if (!result.ok) throw new InvalidFieldsException({ '': [result.problem] });
  }
}

function toFields({ filter, pattern }: IgnoreDto): Readonly<Record<string, string>> {
  return { filter, ...(pattern === undefined ? {} : { pattern }) };
}

function toSubject({ filter, pattern }: IgnoreDto): string {
  return filter === 'messages' ? `Messages like “${pattern}”` : describeFilter(filter).title;
}
