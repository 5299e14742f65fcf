import { defaultGroupingRules, type GroupingRuleSettings } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

/** The grouping rules of a project. Relays ask for them each second (`ProjectRules`). */
export const groupingRuleSettings: SettingsPart<GroupingRuleSettings> = {
  name: 'grouping-rules',
  defaults: defaultGroupingRules,
};
