import type { SchemaMigration } from '../migration.ts';
import { installation } from './0001-installation.ts';
import { keptAssets } from './0002-kept-assets.ts';
import { idempotency } from './0003-idempotency.ts';
import { dropKeptAssets } from './0004-drop-kept-assets.ts';

/** What every product on this platform has. */
export const platformMigrations: readonly SchemaMigration[] = [
  installation,
  keptAssets,
  idempotency,
  dropKeptAssets,
];
