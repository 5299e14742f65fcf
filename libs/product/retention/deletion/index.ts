export { deletion, DeletionStore } from './store/deletion.store.ts';
export type { DroppedFiles } from './store/deletion.types.ts';
export { releaseKeys } from './store/release-keys.ts';
export { dropPayloads, removeEvents, removeRows, selectEvents } from './store/remove-events.ts';
export { removeLeftovers } from './store/remove-leftovers.ts';
