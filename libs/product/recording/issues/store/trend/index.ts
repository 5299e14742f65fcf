import { type Capability, storeOf } from '#persistence/stores';
import { TrendStore } from './trend.store.ts';
export const trend = {
  tables: [],
  migrations: [],
  stores: { trends: storeOf(TrendStore) },
} as const satisfies Capability;
