export { reprocessing } from './store/index.ts';
export { ReprocessingStore } from './store/reprocessing.store.ts';
export type { AskResult, Reprocessing, ReprocessingPage } from './store/reprocessing.types.ts';
