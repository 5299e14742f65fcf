import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { MembershipStore, UserStore } from '#persistence';
import type { Stores } from '#persistence';
import { InvitationListController } from './invitations/invitation-list.controller.ts';
import { InvitationListService } from './invitations/invitation-list.service.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleOptions } from './people.options.ts';
import { PeopleService } from './people.service.ts';

export interface PeopleSetup {
  readonly stores: Pick<Stores, 'memberships' | 'users'>;
  readonly options: PeopleOptions;
}

/** Everybody there is, for owners. */
@Module({})
export class PeopleModule {
  static forRoot({ stores, options }: PeopleSetup): DynamicModule {
    return {
      module: PeopleModule,
      controllers: [InvitationListController, PeopleController],
      providers: [
        { provide: MembershipStore, useValue: stores.memberships },
        { provide: UserStore, useValue: stores.users },
        { provide: PeopleOptions, useValue: options },
        InvitationListService,
        PeopleService,
      ],
    };
  }
}
