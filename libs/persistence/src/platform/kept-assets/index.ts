import { type Capability, storeOf } from '../../capability.ts';
import { KeptAssetStore } from './kept-asset.store.ts';
import { KyselyKeptAssetStore } from './kysely-kept-asset.store.ts';
import { keptAssets as createKeptAssets } from './migrations/0002-kept-assets.ts';
import { tables } from './kept-asset.tables.ts';

/** Files of the browser's code of the last builds. */
export const keptAssets = {
  tables,
  migrations: [createKeptAssets],
  stores: { keptAssets: storeOf(KeptAssetStore, KyselyKeptAssetStore) },
} as const satisfies Capability;
