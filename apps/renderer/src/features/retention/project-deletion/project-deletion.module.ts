import { Global, Module } from '@nestjs/common';
import { ProjectDeletionStore } from '#product/retention/project-deletion';
import { ProjectDeletions } from '../../projects/projects/index.ts';

/** Global, because `projects` needs `ProjectDeletions`. */
@Global()
@Module({
  providers: [
    {
      provide: ProjectDeletions,
      useFactory: (deletions: ProjectDeletionStore): ProjectDeletions => deletions,
      inject: [ProjectDeletionStore],
    },
  ],
  exports: [ProjectDeletions],
})
export class ProjectDeletionModule {}
