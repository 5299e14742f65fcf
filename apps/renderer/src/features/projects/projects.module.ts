import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ProjectSettingsStore, ProjectStore, SettingsStore } from '#persistence';
import type { Stores } from '#persistence';
import { Clock } from '#shared';
import { ProjectsOptions } from './projects.options.ts';
import { ProjectsService } from './projects.service.ts';
import { ProjectListController } from './settings/project-list.controller.ts';
import { ProjectInvitations } from './settings/project-invitations.ts';
import { ProjectOfSlug } from './settings/project-of-slug.ts';
import { ProjectSettingsService } from './settings/project-settings.service.ts';
import { ProjectController } from './settings/project.controller.ts';
import { ProjectPipe } from './settings/project.pipe.ts';

export interface ProjectsSetup {
  readonly stores: Pick<Stores, 'projects' | 'projectSettings' | 'settings'>;
  readonly clock: Clock;
  readonly options: ProjectsOptions;
}

@Module({})
export class ProjectsModule {
  static forRoot({ stores, clock, options }: ProjectsSetup): DynamicModule {
    return {
      module: ProjectsModule,
      global: true,
      controllers: [ProjectListController, ProjectController],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: ProjectStore, useValue: stores.projects },
        { provide: ProjectSettingsStore, useValue: stores.projectSettings },
        { provide: SettingsStore, useValue: stores.settings },
        { provide: ProjectsOptions, useValue: options },
        ProjectInvitations,
        ProjectOfSlug,
        ProjectPipe,
        ProjectSettingsService,
        ProjectsService,
      ],
      exports: [ProjectsService],
    };
  }
}
