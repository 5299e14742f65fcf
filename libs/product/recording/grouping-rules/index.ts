export { groupingRules } from './store/rule-preview.store.ts';
export { groupingRuleSettings } from './store/grouping-rule-settings.ts';
export type { PreviewedEvent, PreviewedIssue } from './store/rule-preview.store.ts';
