export type { BoundNotice, RoomLeft, StorageOverview } from './bounds.dto.ts';
export { BoundsModule } from './bounds.module.ts';
export { BoundsService } from './bounds.service.ts';
