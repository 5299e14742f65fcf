import { Controller, Get, NotFoundException, Param, Query, UseGuards } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { FollowMerge, IssueIdPipe, ProjectOfIssue } from '../../recording/issues/index.ts';
import { Page } from '../../../rendering/index.ts';
import { Requires } from '../../people/accounts/index.ts';
import { EventListService } from './event-list.service.ts';
import { EventsAddressPipe } from './events-address.ts';
import type { EventsAddress } from './events-address.ts';

@Controller('issues/:id/events')
export class EventListController {
  constructor(private readonly events: EventListService) {}

  @Get()
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  @Page<PropsOf<EventListController['show']>>('event-list/event-list.page', {
    head: ({ issue }) => ({ title: `Events of ${issue.shortId}` }),
  })
  async show(
    @Param('id', IssueIdPipe) id: number,
    @Query(EventsAddressPipe) address: EventsAddress,
  ) {
    const list = await this.events.list(id, address);
    if (!list) throw new NotFoundException();
    return list;
  }
}
