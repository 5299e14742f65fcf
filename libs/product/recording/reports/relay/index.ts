export { projectRule } from './project-rule.ts';
export type { EventRules, ProjectRule, ProjectSettings, SpanRules } from './project-rule.ts';
export type { EventMapping } from './event-mapping.ts';
