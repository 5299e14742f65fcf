import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { EventStore, IssueStore } from '#persistence';
import type { Stores } from '#persistence';
import { Clock } from '#shared';
import { IssuesController } from './issues.controller.ts';
import { IssuesService } from './issues.service.ts';

export interface IssuesSetup {
  readonly stores: Pick<Stores, 'events' | 'issues'>;
  readonly clock: Clock;
}

@Module({})
export class IssuesModule {
  static forRoot({ stores, clock }: IssuesSetup): DynamicModule {
    return {
      module: IssuesModule,
      controllers: [IssuesController],
      providers: [
        { provide: EventStore, useValue: stores.events },
        { provide: IssueStore, useValue: stores.issues },
        { provide: Clock, useValue: clock },
        IssuesService,
      ],
    };
  }
}
