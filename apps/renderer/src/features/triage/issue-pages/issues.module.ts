import { Global, Module } from '@nestjs/common';
import { MenusModule } from '../../people/menus/index.ts';
import { IssuesByName, ProjectOfIssue } from '../../recording/issues/index.ts';
import { DeletionModule } from '../../retention/deletion/index.ts';
import { EventAnswersService } from './events/event-answers.service.ts';
import { EventController } from './events/event.controller.ts';
import { EventPlaces } from './events/event-places.ts';
import { ShownEvents } from './events/shown-events.ts';
import { ListRedirects } from './list/list-redirects.ts';
import { CountedEventsService } from './filtering/counted-events.ts';
import { FilterMemory } from './filtering/filter-memory.ts';
import { FindModule } from '../../recording/finding/index.ts';
import { IssueListController } from './issue-list.controller.ts';
import { IssueLookup } from './issue-lookup.ts';
import { IssueMarkdown } from './markdown/issue-markdown.ts';
import { IssueMarkdownController } from './markdown/issue-markdown.controller.ts';
import { IssueController } from './issue.controller.ts';
import { RememberedFilterController } from './list/remembered-filter.controller.ts';
import { IssuesService } from './issues.service.ts';
import { IssueLinksController } from './client-links.controller.ts';
import { FollowShortId } from './follow-short-id.guard.ts';
import { MergingModule } from '../merging/index.ts';
import { IssueCounts } from './list/issue-counts.ts';
import { EmptyList } from './list/empty-list.ts';
import { SilentProjects } from './list/silent-projects.ts';
import { IssueFinder } from './list/issue-finder.ts';
import { IssueListService } from './list/issue-list.service.ts';
import { ListOffers } from './list/list-offers.ts';
import { ReprocessingModule } from '../reprocessing/index.ts';
import { SearchModule } from '../../recording/search/index.ts';
import { EventListModule } from '../event-list/index.ts';
import { SavedSearchesModule } from '../saved-searches/index.ts';
import { StatesModule } from '../states/index.ts';

@Global()
@Module({
  imports: [
    DeletionModule,
    EventListModule,
    FindModule,
    MenusModule,
    MergingModule,
    ReprocessingModule,
    SavedSearchesModule,
    SearchModule,
    StatesModule,
  ],
  controllers: [
    IssueListController,
    IssueMarkdownController,
    IssueController,
    EventController,
    RememberedFilterController,
    IssueLinksController,
  ],
  providers: [
    CountedEventsService,
    EmptyList,
    EventAnswersService,
    EventPlaces,
    FilterMemory,
    FollowShortId,
    IssueCounts,
    IssueFinder,
    IssueLookup,
    IssueMarkdown,
    { provide: IssuesByName, useExisting: IssueLookup },
    IssueListService,
    IssuesService,
    ListOffers,
    ListRedirects,
    ProjectOfIssue,
    ShownEvents,
    SilentProjects,
  ],
  exports: [IssueLookup, IssueMarkdown, IssuesByName],
})
export class IssuesModule {}
