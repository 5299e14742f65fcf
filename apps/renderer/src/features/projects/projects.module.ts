import { Global, Module } from '@nestjs/common';
import { ProjectsService } from './projects.service.ts';
import { ProjectListController } from './settings/project-list.controller.ts';
import { ProjectInvitations } from './settings/project-invitations.ts';
import { ProjectOfSlug } from './settings/project-of-slug.ts';
import { ProjectSettingsService } from './settings/project-settings.service.ts';
import { ProjectController } from './settings/project.controller.ts';
import { ProjectPipe } from './settings/project.pipe.ts';

/** Projects, and what there is to be set of one. Global, because every feature has something of a project. */
@Global()
@Module({
  controllers: [ProjectListController, ProjectController],
  providers: [
    ProjectInvitations,
    ProjectOfSlug,
    ProjectPipe,
    ProjectSettingsService,
    ProjectsService,
  ],
  exports: [ProjectsService],
})
export class ProjectsModule {}
