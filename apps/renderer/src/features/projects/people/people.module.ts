import { Module } from '@nestjs/common';
import { InvitationListService } from './invitation-list.service.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleService } from './people.service.ts';

@Module({
  controllers: [PeopleController],
  providers: [InvitationListService, PeopleService],
})
export class PeopleModule {}
