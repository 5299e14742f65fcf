import { type Capability, storeOf } from '#persistence/stores';
import { createSecondFactors } from './migrations/0045-create-second-factors.ts';
import { createPasskeys } from './migrations/0047-create-passkeys.ts';
import { PasskeyStore } from './passkey.store.ts';
import { SecondFactorRuleStore } from './second-factor-rule.store.ts';
import { SecondFactorStore } from './second-factor.store.ts';
import { tables } from './second-factor.tables.ts';

export const secondFactor = {
  tables,
  migrations: [createSecondFactors, createPasskeys],
  stores: {
    secondFactors: {
      port: SecondFactorStore,
      open: (database, { secret }) => new SecondFactorStore(database, secret),
    },
    passkeys: storeOf(PasskeyStore),
    secondFactorRule: storeOf(SecondFactorRuleStore),
  },
  auditTexts: {
    'person.second-factor': ({ to }) => to,
    'person.second-factor-reset': ({ person }) => `reset the second factor of ${person}`,
    'second-factor.required': ({ after }) =>
      after === true
        ? 'required a second factor of everybody'
        : 'left a second factor up to each person',
  },
} as const satisfies Capability;
