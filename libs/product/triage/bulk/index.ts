export { bulk, BulkStore } from './store/bulk.store.ts';
export type { BulkAction, BulkChange } from './store/bulk.types.ts';
