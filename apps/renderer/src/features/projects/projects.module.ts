import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ProjectStore } from '#persistence';
import { ProjectsOptions } from './projects.options.ts';
import { ProjectsService } from './projects.service.ts';

export interface ProjectsSetup {
  readonly projects: ProjectStore;
  readonly options: ProjectsOptions;
}

@Module({})
export class ProjectsModule {
  static forRoot({ projects, options }: ProjectsSetup): DynamicModule {
    return {
      module: ProjectsModule,
      global: true,
      providers: [
        { provide: ProjectStore, useValue: projects },
        { provide: ProjectsOptions, useValue: options },
        ProjectsService,
      ],
      exports: [ProjectsService],
    };
  }
}
