export { reprocessing, ReprocessingStore } from './store/reprocessing.store.ts';
export type { AskResult, Reprocessing, ReprocessingPage } from './store/reprocessing.types.ts';
