export type { FolderRoom } from '#persistence/stores';
export { space } from './store/index.ts';
export { OperationSampleStore } from './store/operation-sample.store.ts';
export type { OperationSample } from './store/operation-sample.store.ts';
export { SpaceStore } from './store/space.store.ts';
export type { SpaceUse } from './store/space.store.ts';
