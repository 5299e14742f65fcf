import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import {
  AttachmentStore,
  DeletionStore,
  EventStore,
  FeedbackStore,
  IssueStore,
  TriageStore,
} from '#persistence';
import type { Stores } from '#persistence';
import { Clock } from '#shared';
import { AttachmentController } from './companions/attachment.controller.ts';
import { CompanionsService } from './companions/companions.service.ts';
import { DeletionService } from './deletion/deletion.service.ts';
import { CommentsService } from './history/comments.service.ts';
import { EventController } from './event.controller.ts';
import { HistoryService } from './history/history.service.ts';
import { IssueListController } from './issue-list.controller.ts';
import { IssueController } from './issue.controller.ts';
import { IssuesService } from './issues.service.ts';
import { ProjectOfIssue } from './project-of-issue.ts';
import { TriageActions } from './triage/triage-actions.ts';
import { TriageService } from './triage/triage.service.ts';

export interface IssuesSetup {
  readonly stores: Pick<
    Stores,
    'attachments' | 'deletions' | 'events' | 'feedback' | 'issues' | 'triage'
  >;
  readonly clock: Clock;
}

@Module({})
export class IssuesModule {
  static forRoot({ stores, clock }: IssuesSetup): DynamicModule {
    return {
      module: IssuesModule,
      controllers: [IssueListController, IssueController, EventController, AttachmentController],
      providers: [
        { provide: AttachmentStore, useValue: stores.attachments },
        { provide: DeletionStore, useValue: stores.deletions },
        { provide: EventStore, useValue: stores.events },
        { provide: FeedbackStore, useValue: stores.feedback },
        { provide: IssueStore, useValue: stores.issues },
        { provide: TriageStore, useValue: stores.triage },
        { provide: Clock, useValue: clock },
        CommentsService,
        CompanionsService,
        DeletionService,
        HistoryService,
        IssuesService,
        ProjectOfIssue,
        TriageActions,
        TriageService,
      ],
    };
  }
}
