import { type Capability, storeOf } from '../../capability.ts';
import { KyselyTrendStore } from './kysely-trend.store.ts';
import { trendOfIssues } from './migrations/0041-trend.ts';
import { TrendStore } from './trend.store.ts';

/** Which issues rise. */
export const trend = {
  tables: [],
  migrations: [trendOfIssues],
  stores: { trends: storeOf(TrendStore, KyselyTrendStore) },
} as const satisfies Capability;
