import { Module } from '@nestjs/common';
import { ProjectOfIssue } from '../../recording/issues/index.ts';
import { SearchModule } from '../../recording/search/index.ts';
import { EventListController } from './event-list.controller.ts';
import { EventListService } from './event-list.service.ts';
import { EventMatches } from './event-matches.ts';

@Module({
  imports: [SearchModule],
  controllers: [EventListController],
  providers: [EventListService, EventMatches, ProjectOfIssue],
  exports: [EventMatches],
})
export class EventListModule {}
