export { retention } from './store/index.ts';
export type { RoomPosition } from './store/make-room.ts';
export { RetentionStore } from './store/retention.store.ts';
export type { RetentionState } from './store/retention.store.ts';
