import { defaultPrivacy, type PrivacyRules } from '#shared';
import type { SettingsPart } from '../projects/settings-part.ts';

/** What a project hides of its events. */
export const privacySettings: SettingsPart<PrivacyRules> = {
  name: 'privacy',
  defaults: defaultPrivacy,
};
