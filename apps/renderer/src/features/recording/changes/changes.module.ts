import { Global, Module } from '@nestjs/common';
import { ChangeSource } from '../../../rendering/index.ts';
import { ProjectChanges } from './project-changes.ts';

/** Global, because the rendering platform injects `ChangeSource`. */
@Global()
@Module({
  providers: [{ provide: ChangeSource, useClass: ProjectChanges }],
  exports: [ChangeSource],
})
export class ChangesModule {}
