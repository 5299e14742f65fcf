export { space } from './store/index.ts';
export { SpaceStore } from './store/space.store.ts';
export type { SpaceUse } from './store/space.store.ts';
