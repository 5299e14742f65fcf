import { Module } from '@nestjs/common';
import { InvitationListController } from './invitations/invitation-list.controller.ts';
import { InvitationListService } from './invitations/invitation-list.service.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleService } from './people.service.ts';

/** Everybody there is, for owners. */
@Module({
  controllers: [InvitationListController, PeopleController],
  providers: [InvitationListService, PeopleService],
})
export class PeopleModule {}
