import { defaultGroupingRules, type GroupingRuleSettings } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

export const groupingRuleSettings: SettingsPart<GroupingRuleSettings> = {
  name: 'grouping-rules',
  defaults: defaultGroupingRules,
};
