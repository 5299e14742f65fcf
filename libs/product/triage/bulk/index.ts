export { bulk } from './store/index.ts';
export { BulkStore } from './store/bulk.store.ts';
export type { BulkChange, BulkWish } from './store/bulk.types.ts';
