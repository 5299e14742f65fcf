export { GroupingRulesModule } from './grouping-rules.module.ts';
