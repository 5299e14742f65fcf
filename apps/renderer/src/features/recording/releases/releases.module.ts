import { Module } from '@nestjs/common';
import { DeploysController } from './deploys.controller.ts';
import { ReleaseCommitsController } from './release-commits.controller.ts';
import { ProjectReleasesController, ReleasesController } from './releases.controller.ts';
import { ReleasesService } from './releases.service.ts';
import { ReposController } from './repos.controller.ts';

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
