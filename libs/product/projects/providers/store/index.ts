import { type Capability, storeOf } from '#persistence/stores';
import { IdentityStore } from './identity.store.ts';
import { createProviders } from './migrations/0046-create-providers.ts';
import { nameIdentities } from './migrations/0072-name-identities.ts';
import { PasswordRuleStore } from './password-rule.store.ts';
import { ProviderStore } from './provider.store.ts';
import { tables } from './provider.tables.ts';
import { VouchedSessionStore } from './vouched-session.store.ts';

export const providers = {
  tables,
  migrations: [createProviders, nameIdentities],
  stores: {
    providers: {
      port: ProviderStore,
      open: (database, { secret }) => new ProviderStore(database, secret),
    },
    identities: storeOf(IdentityStore),
    passwordRule: storeOf(PasswordRuleStore),
    vouchedSessions: {
      port: VouchedSessionStore,
      open: (database, { secret }) => new VouchedSessionStore(database, secret),
    },
  },
  ofPerson: ['identities'],
  auditTexts: {
    provider: 'Providers',
    'person.admitted': ({ person, to }) => `came as ${person} by a domain of ${to}`,
    'person.linked': ({ person, to }) => `linked the account of ${person} with ${to}`,
    'person.unlinked': ({ person, from }) => `unlinked the account of ${person} from ${from}`,
    'person.groups': ({ person, from, to }) =>
      `came with other groups as ${person}: ${to}${from === '' ? '' : ` (before: ${from})`}`,
    'provider.added': ({ target }) => `added the provider ${target}`,
    'provider.changed': ({ target }) => `changed the provider ${target}`,
    'provider.removed': ({ target }) => `removed the provider ${target}`,
    'provider.group-added': ({ target, to }) => `gave people of ${target} the role ${to}`,
    'provider.group-removed': ({ target, from }) =>
      `no longer gave people of ${target} the role ${from}`,
    'provider.passwords': ({ after }) =>
      after === true
        ? 'switched passwords on'
        : 'switched passwords off for all but the first owner',
  },
} as const satisfies Capability;
