export type { StorageOverview } from './bounds.dto.ts';
export { BoundsModule } from './bounds.module.ts';
export { BoundsService } from './bounds.service.ts';
export { toOutcomes } from './to-outcomes.ts';
export { isRefusal } from './is-refusal.ts';
