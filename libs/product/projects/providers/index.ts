export { providers } from './store/index.ts';
export { IdentityStore } from './store/identity.store.ts';
export type { Identity } from './store/identity.store.ts';
export { PasswordRuleStore } from './store/password-rule.store.ts';
export { ProviderStore } from './store/provider.store.ts';
export type { NewProvider, Provider, StoredGroupRule } from './store/provider.store.ts';
export { VouchedSessionStore } from './store/vouched-session.store.ts';
export type { VouchedSession } from './store/vouched-session.store.ts';
