import { Global, Module } from '@nestjs/common';
import { MembershipStore } from '#product/projects/members';
import { ProjectRoles } from '../../people/accounts/index.ts';
import { MembersController } from './members.controller.ts';
import { MembersService } from './members.service.ts';
import { PeopleService } from './people.service.ts';
import { ProjectInvitations } from './project-invitations.ts';
import { MemberAnswers } from './api/member-answers.ts';
import { MembersApiController } from './api/members-api.controller.ts';

/** Global, because `accounts` needs `ProjectRoles`, and many features need `PeopleService`. */
@Global()
@Module({
  controllers: [MembersController, MembersApiController],
  providers: [
    MemberAnswers,
    MembersService,
    PeopleService,
    ProjectInvitations,
    {
      provide: ProjectRoles,
      useFactory: (memberships: MembershipStore): ProjectRoles => memberships,
      inject: [MembershipStore],
    },
  ],
  exports: [PeopleService, ProjectRoles],
})
export class MembersModule {}
