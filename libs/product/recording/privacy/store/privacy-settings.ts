import type { Capability } from '#persistence/stores';
import { quote, tellList, tellSwitch } from '#product/people/audit/rules';
import { defaultPrivacy, type PrivacyRules } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

export const privacySettings: SettingsPart<PrivacyRules> = {
  name: 'privacy',
  defaults: defaultPrivacy,
};

export const privacy = {
  tables: [],
  migrations: [],
  stores: {},
  auditTexts: {
    'settings.privacy.secretNames': tellList('secret names'),
    'settings.privacy.safeNames': tellList('safe names'),
    'settings.privacy.openPaths': tellList('fields in which nothing is hidden'),
    'settings.privacy.hidesMail': tellSwitch('hiding of mail addresses'),
    'settings.privacy.hidesIban': tellSwitch('hiding of bank accounts'),
    'settings.privacy.addresses': ({ project, from, to }) =>
      `changed what is done with network addresses in ${project} from ${quote(from || defaultPrivacy.addresses)} to ${quote(to || defaultPrivacy.addresses)}`,
  },
} as const satisfies Capability;
