import { Module } from '@nestjs/common';
import { AuditModule } from '../../people/audit/index.ts';
import { EventListModule } from '../event-list/index.ts';
import { HistoryModule } from '../history/index.ts';
import { IssuesModule } from '../issue-pages/index.ts';
import { MergingModule } from '../merging/index.ts';
import { StatesModule } from '../states/index.ts';
import { IssueAnswers } from './issue-answers.ts';
import { IssueChanges } from './issue-changes.ts';
import { IssueDetails } from './issue-details.ts';
import { IssueController, OrganisationIssueController } from './issue.controller.ts';
import { OrganisationIssuesController, ProjectIssuesController } from './issue-lists.controller.ts';
import { LookupController, ProjectEventsController } from './lookup.controller.ts';

@Module({
  imports: [AuditModule, EventListModule, HistoryModule, IssuesModule, MergingModule, StatesModule],
  controllers: [
    OrganisationIssuesController,
    ProjectIssuesController,
    OrganisationIssueController,
    IssueController,
    LookupController,
    ProjectEventsController,
  ],
  providers: [IssueAnswers, IssueChanges, IssueDetails],
  exports: [IssueAnswers, IssueChanges, IssueDetails],
})
export class IssueApiModule {}
