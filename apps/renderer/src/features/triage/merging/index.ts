export { FollowMerge } from './follow-merge.guard.ts';
export { MergingActions } from './merging-actions.ts';
export { MergingModule } from './merging.module.ts';
export { MergingService } from './merging.service.ts';
