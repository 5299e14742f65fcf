export { finding, FindingStore } from './store/finding.store.ts';
export type { EventQuote, FindingScope, FoundEvent } from './store/finding.store.ts';
