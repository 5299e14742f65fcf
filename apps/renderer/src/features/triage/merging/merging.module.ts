import { Module } from '@nestjs/common';
import { ProjectOfIssue } from '../../recording/issues/index.ts';
import { MergingActions } from './merging-actions.ts';
import { MergingPart } from './merging.part.ts';
import { MergingService } from './merging.service.ts';

@Module({
  providers: [MergingActions, MergingPart, MergingService, ProjectOfIssue],
  exports: [MergingActions, MergingService],
})
export class MergingModule {}
