import { Controller, Get, NotFoundException, Param, Query, UseGuards } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { FollowMerge, IssueIdPipe, ProjectOfIssue } from '../../recording/issues/index.ts';
import { Page } from '../../../rendering/index.ts';
import { Requires } from '../../people/accounts/index.ts';
import { TagsService } from './tags.service.ts';

@Controller('issues/:id/tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  @Page<PropsOf<TagsController['show']>>('issue-tags/issue-tags.page', {
    head: ({ issue, name = 'Tags' }) => ({ title: `${name} of ${issue.shortId}` }),
  })
  show(
    @Param('id', IssueIdPipe) id: number,
    @Query('name') name: unknown,
    @Query('find') find: unknown,
  ) {
    return this.tags.open(id, { ...readText({ name }), ...readText({ find }) });
  }
}

/** Leaves out an absent parameter. Throws 404 for a repeated one. */
function readText<Name extends string>(
  parameter: Readonly<Record<Name, unknown>>,
): { readonly [Key in Name]?: string } {
  const [value] = Object.values(parameter);
  if (value === undefined) return {};
  if (typeof value !== 'string') throw new NotFoundException();
  return parameter as Readonly<Record<Name, string>>;
}
