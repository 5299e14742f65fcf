export type { BegunFactor } from './store/begin-factor.ts';
export { secondFactor } from './store/index.ts';
export { PasskeyStore } from './store/passkey.store.ts';
export type { Passkey } from './store/passkey.store.ts';
export { SecondFactorStore } from './store/second-factor.store.ts';
export type { SecondFactorState } from './store/second-factor.store.ts';
export { SecondFactorRuleStore } from './store/second-factor-rule.store.ts';
