export type { TriageAction, TriageOffer } from '../triage.dto.ts';
export { certainWords } from './certain-words.ts';
export { listBoxes } from './list-boxes.ts';
export { describeState, describeStateInShort } from './state-words.ts';
export { TriageBar } from './triage-bar.tsx';
export type { TriageBarProps } from './triage-bar.tsx';
