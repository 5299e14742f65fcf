import { Global, Module } from '@nestjs/common';
import { MergeStore } from '#product/triage/states';
import { MergedIssues, ProjectOfIssue } from '../../recording/issues/index.ts';
import { MergingActions } from './merging-actions.ts';
import { MergingPart } from './merging.part.ts';
import { MergingService } from './merging.service.ts';

@Global()
@Module({
  providers: [
    MergingActions,
    MergingPart,
    MergingService,
    ProjectOfIssue,
    { provide: MergedIssues, useExisting: MergeStore },
  ],
  exports: [MergedIssues, MergingActions, MergingService],
})
export class MergingModule {}
