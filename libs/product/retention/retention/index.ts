export { retention, RetentionStore } from './store/retention.store.ts';
export type { RoomPosition } from './store/make-room.ts';
export type { RetentionState } from './store/retention.store.ts';
