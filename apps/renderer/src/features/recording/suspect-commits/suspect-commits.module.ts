import { Module } from '@nestjs/common';
import { CodeLinksModule } from '../code-links/index.ts';
import { SuspectCommitsService } from './suspect-commits.service.ts';
import { SuspectPart } from './suspect.part.ts';

@Module({
  imports: [CodeLinksModule],
  providers: [SuspectCommitsService, SuspectPart],
  exports: [SuspectCommitsService],
})
export class SuspectCommitsModule {}
