export { outcomes, OutcomeStore } from './store/outcome.store.ts';
export { addOutcomes } from './store/count-outcomes.ts';
export type {
  DiscardSum,
  KeptKinds,
  KindWords,
  KeyUse,
  OutcomeDay,
  OutcomeSum,
} from './store/outcome.store.ts';
