export { outcomes } from './store/index.ts';
export { addOutcomes } from './store/count-outcomes.ts';
export { OutcomeStore } from './store/outcome.store.ts';
export type { DiscardSum, KeyUse, OutcomeDay, OutcomeSum } from './store/outcome.store.ts';
