import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.ts';
import { DeletedIssues } from './deleted-issues.ts';
import { LeftSpools } from './left-spools.ts';
import { OldOutcomes } from './old-outcomes.ts';
import { Processing } from './processing.ts';
import { Processor } from './processor.ts';

@Module({
  imports: [KeysModule],
  providers: [Processor, DeletedIssues, LeftSpools, OldOutcomes, Processing],
})
export class ProcessingModule {}
