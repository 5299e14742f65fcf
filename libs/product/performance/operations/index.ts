export { operations, OperationStore } from './store/operation.store.ts';
export type { OperationRow } from './store/operation.types.ts';
