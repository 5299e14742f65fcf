export { logs } from './store/index.ts';
export { logDays } from './store/log.tables.ts';
export { LogStore } from './store/log.store.ts';
export type { LogBeside } from './store/log.types.ts';
export { type BlockWalk, findLastPosition, walkBlocks } from './store/walk-blocks.ts';
