export { declareItems, mistake } from './declared-items.ts';
export type { DeclaredItems, DeclaredType, MadeItem, Mistake, ReadItem } from './declared-items.ts';
export { deriveId } from './derive-id.ts';
export type { ItemPlace, SentReport, SpooledItem } from './item-place.ts';
export { type ParsedItem, parseItem } from './parse-item.ts';
// `declare module` reaches only what is exported with a star.
export * from './project-rule.ts';
export type { EventMapping } from './event-mapping.ts';
