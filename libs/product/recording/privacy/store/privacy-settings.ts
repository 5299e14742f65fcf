import { defaultPrivacy, type PrivacyRules } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

/** What a project hides of its events. */
export const privacySettings: SettingsPart<PrivacyRules> = {
  name: 'privacy',
  defaults: defaultPrivacy,
};
