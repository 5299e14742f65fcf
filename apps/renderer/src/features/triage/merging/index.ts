export { MergingActions } from './merging-actions.ts';
export { MergingModule } from './merging.module.ts';
export { MergingService } from './merging.service.ts';
