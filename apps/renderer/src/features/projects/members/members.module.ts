import { Module } from '@nestjs/common';
import { MembersController } from './members.controller.ts';
import { ProjectInvitations } from './project-invitations.ts';

/** Who is in a project. */
@Module({ controllers: [MembersController], providers: [ProjectInvitations] })
export class MembersModule {}
