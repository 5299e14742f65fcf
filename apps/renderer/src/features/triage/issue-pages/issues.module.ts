import { Global, Module } from '@nestjs/common';
import { IssuesByName, ProjectOfIssue } from '../../recording/issues/index.ts';
import { EventAnswersService } from './events/event-answers.service.ts';
import { EventController } from './events/event.controller.ts';
import { EventPlaces } from './events/event-places.ts';
import { ShownEvents } from './events/shown-events.ts';
import { CountedEventsService } from './events/counted-events.ts';
import { IssueLookup } from './issue-lookup.ts';
import { IssueMarkdown } from './markdown/issue-markdown.ts';
import { IssueMarkdownController } from './markdown/issue-markdown.controller.ts';
import { IssueController } from './issue.controller.ts';
import { IssuesService } from './issues.service.ts';
import { IssueLinksController } from './client-links.controller.ts';
import { FollowShortId } from './follow-short-id.guard.ts';
import { ReprocessingModule } from '../reprocessing/index.ts';
import { EventListModule } from '../event-list/index.ts';

@Global()
@Module({
  imports: [EventListModule, ReprocessingModule],
  controllers: [IssueMarkdownController, IssueController, EventController, IssueLinksController],
  providers: [
    CountedEventsService,
    EventAnswersService,
    EventPlaces,
    FollowShortId,
    IssueLookup,
    IssueMarkdown,
    { provide: IssuesByName, useExisting: IssueLookup },
    IssuesService,
    ProjectOfIssue,
    ShownEvents,
  ],
  exports: [IssueLookup, IssueMarkdown, IssuesByName],
})
export class IssuesModule {}
