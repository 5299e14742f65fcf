import { Module } from '@nestjs/common';
import { DeploysController } from './deploys.controller.ts';
import { ProjectReleasesController } from './project-releases.controller.ts';
import { ReleaseCommitsController } from './release-commits.controller.ts';
import { ReleasesController } from './releases.controller.ts';
import { ReleasesService } from './releases.service.ts';
import { ReposController } from './repos.controller.ts';

/** Releases, commits and deploys, as clients of Sentry's API tell them and ask for them. */
@Module({
  controllers: [
    ReleasesController,
    ReleaseCommitsController,
    DeploysController,
    ProjectReleasesController,
    ReposController,
  ],
  providers: [ReleasesService],
  exports: [ReleasesService],
})
export class ReleasesModule {}
