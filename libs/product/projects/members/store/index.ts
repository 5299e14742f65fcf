import { type Capability, storeOf } from '#persistence/stores';
import { MembershipStore } from './membership.store.ts';
import { tables } from './membership.tables.ts';

/** The migration of `accounts` creates the table. */
export const members = {
  tables,
  migrations: [],
  stores: { memberships: storeOf(MembershipStore) },
} as const satisfies Capability;
