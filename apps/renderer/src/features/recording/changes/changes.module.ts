import { Global, Module } from '@nestjs/common';
import { ChangeSource } from '../../../rendering/index.ts';
import { ProjectChanges } from './project-changes.ts';

/** Has open pages follow what changes in projects (ADR 167). Global: the platform asks for it. */
@Global()
@Module({
  providers: [{ provide: ChangeSource, useClass: ProjectChanges }],
  exports: [ChangeSource],
})
export class ChangesModule {}
