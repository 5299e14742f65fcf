export { deletion } from './store/index.ts';
export { DeletionStore } from './store/deletion.store.ts';
export type { DroppedFiles } from './store/deletion.types.ts';
export { releaseKeys } from './store/release-keys.ts';
export { removeEvents, removeRows, selectEvents } from './store/remove-events.ts';
export { removeLeftovers } from './store/remove-leftovers.ts';
