import { type Capability, storeOf } from '#persistence/stores';
import { KyselyTrendStore } from './kysely-trend.store.ts';
import { TrendStore } from './trend.store.ts';

/** Which issues rise. */
export const trend = {
  tables: [],
  migrations: [],
  stores: { trends: storeOf(TrendStore, KyselyTrendStore) },
} as const satisfies Capability;
