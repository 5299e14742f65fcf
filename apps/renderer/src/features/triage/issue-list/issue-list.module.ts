import { Module } from '@nestjs/common';
import { FindModule } from '../../recording/finding/index.ts';
import { SearchModule } from '../../recording/search/index.ts';
import { DeletionModule } from '../../retention/deletion/index.ts';
import { MergingModule } from '../merging/index.ts';
import { SavedSearchesModule } from '../saved-searches/index.ts';
import { StatesModule } from '../states/index.ts';
import { EmptyList } from './empty/empty-list.ts';
import { SilentProjects } from './empty/silent-projects.ts';
import { IssueCounts } from './issue-counts.ts';
import { IssueListController } from './issue-list.controller.ts';
import { IssueListService } from './issue-list.service.ts';
import { ListOffers } from './list-offers.ts';
import { ListRedirects } from './list-redirects.ts';
import { IssueFinder } from './rows/issue-finder.ts';

@Module({
  imports: [
    DeletionModule,
    FindModule,
    MergingModule,
    SavedSearchesModule,
    SearchModule,
    StatesModule,
  ],
  controllers: [IssueListController],
  providers: [
    EmptyList,
    IssueCounts,
    IssueFinder,
    IssueListService,
    ListOffers,
    ListRedirects,
    SilentProjects,
  ],
})
export class IssueListModule {}
