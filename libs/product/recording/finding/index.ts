export { finding } from './store/index.ts';
export { FindingStore } from './store/finding.store.ts';
export type { EventQuote, FindingScope, FoundEvent } from './store/finding.store.ts';
