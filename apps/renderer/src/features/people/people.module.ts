import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { MembershipStore, UserStore } from '#persistence';
import type { Stores } from '#persistence';
import { InvitationListController } from './invitations/invitation-list.controller.ts';
import { InvitationListService } from './invitations/invitation-list.service.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleService } from './people.service.ts';

export interface PeopleSetup {
  readonly stores: Pick<Stores, 'memberships' | 'users'>;
}

/** Everybody there is, for owners. */
@Module({})
export class PeopleModule {
  static forRoot({ stores }: PeopleSetup): DynamicModule {
    return {
      module: PeopleModule,
      controllers: [InvitationListController, PeopleController],
      providers: [
        { provide: MembershipStore, useValue: stores.memberships },
        { provide: UserStore, useValue: stores.users },
        InvitationListService,
        PeopleService,
      ],
    };
  }
}
