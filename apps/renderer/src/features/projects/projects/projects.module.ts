import { Global, Module } from '@nestjs/common';
import { ProjectStore } from '#product/projects/projects';
import { ProjectNames } from '../../people/accounts/index.ts';
import { MenusModule } from '../../people/menus/index.ts';
import { ApiProjectController } from './api/api-project.controller.ts';
import { OrganisationProjectsController } from './api/organisation-projects.controller.ts';
import { ProjectAnswers } from './api/project-answers.ts';
import { TeamProjectsController, TeamsController } from './api/teams.controller.ts';
import { ProgramProjects } from './api/program-projects.ts';
import { ProjectsService } from './projects.service.ts';
import { DataLayout } from './settings/data-layout.ts';
import { GeneralController } from './settings/general/general.controller.ts';
import { LimitsController } from './settings/limits/limits.controller.ts';
import { LimitsState } from './settings/limits/limits-state.ts';
import { ProjectListController } from './settings/project-list.controller.ts';
import { ProjectOfSlug } from './settings/project-of-slug.ts';
import { ProjectSections } from './settings/project-sections.ts';
import { ProjectSettingsLayout } from './settings/project-settings-layout.ts';
import { ProjectSettingsService } from './settings/project-settings.service.ts';
import { ProjectSignals } from './signals/project-signals.ts';

/** Global, because every feature needs projects. */
@Global()
@Module({
  imports: [MenusModule],
  controllers: [
    ProjectListController,
    GeneralController,
    LimitsController,
    OrganisationProjectsController,
    ApiProjectController,
    TeamsController,
    TeamProjectsController,
  ],
  providers: [
    DataLayout,
    LimitsState,
    ProgramProjects,
    ProjectAnswers,
    ProjectOfSlug,
    ProjectSections,
    ProjectSettingsLayout,
    ProjectSettingsService,
    ProjectSignals,
    ProjectsService,
    {
      provide: ProjectNames,
      useFactory: (projects: ProjectStore): ProjectNames => projects,
      inject: [ProjectStore],
    },
  ],
  exports: [
    ProjectNames,
    ProgramProjects,
    ProjectSections,
    ProjectSettingsService,
    ProjectSignals,
    ProjectsService,
  ],
})
export class ProjectsModule {}
