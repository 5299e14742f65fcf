import { createGroupingRules } from '#events';
import { projectRule } from '#product/recording/reports/relay';
import { groupingRuleSettings } from '../store/grouping-rule-settings.ts';

export const groupingRule = projectRule(groupingRuleSettings, ({ lines }) => {
  const grouping = createGroupingRules(lines);
  return grouping ? { grouping } : {};
});
