import { Module } from '@nestjs/common';
import { MembersController } from './members.controller.ts';
import { ProjectInvitations } from './project-invitations.ts';
import { MemberAnswers } from './api/member-answers.ts';
import { MembersApiController } from './api/members-api.controller.ts';

@Module({
  controllers: [MembersController, MembersApiController],
  providers: [MemberAnswers, ProjectInvitations],
})
export class MembersModule {}
