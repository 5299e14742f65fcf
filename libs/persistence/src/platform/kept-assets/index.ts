import type { Capability } from '../../capability.ts';
import { keptAssets as createKeptAssets } from './migrations/0002-kept-assets.ts';
import { dropKeptAssets } from './migrations/0004-drop-kept-assets.ts';

/** Gone since ADR 79: files of earlier builds are kept in folders alone. What remains is how its tables came and went. */
export const keptAssets = {
  tables: [],
  migrations: [createKeptAssets, dropKeptAssets],
  stores: {},
} as const satisfies Capability;
