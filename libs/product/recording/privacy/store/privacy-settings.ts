import { defaultPrivacy, type PrivacyRules } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

export const privacySettings: SettingsPart<PrivacyRules> = {
  name: 'privacy',
  defaults: defaultPrivacy,
};
