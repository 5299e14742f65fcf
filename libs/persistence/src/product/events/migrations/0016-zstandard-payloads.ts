import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * Changes no table. Versions without it cannot read the payloads that are written from here on (ADR 68), and refuse data
 * that has it, as they refuse all that is newer than they are.
 */
export const zstandardPayloads: SchemaMigration = {
  name: '0016-zstandard-payloads',
  up: () => Promise.resolve(),
};
