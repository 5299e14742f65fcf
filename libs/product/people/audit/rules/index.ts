export { byToken, countOf, quote, tellSwitch } from './audit-texts.ts';
export type { AuditTexts, EntryTexts, Sentence } from './audit-texts.ts';
export { tellList } from './list-change.ts';
