import { type Capability, storeOf } from '#persistence/stores';
import { IdentityStore } from './identity.store.ts';
import { createProviders } from './migrations/0046-create-providers.ts';
import { PasswordRuleStore } from './password-rule.store.ts';
import { ProviderStore } from './provider.store.ts';
import { tables } from './provider.tables.ts';
import { VouchedSessionStore } from './vouched-session.store.ts';

export const providers = {
  tables,
  migrations: [createProviders],
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
} as const satisfies Capability;
