import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * Changes no table. Versions without it would give out the chunks of files that are packed from here on as they are stored
 * (ADR 72), and refuse data that has it.
 */
export const packedAttachments: SchemaMigration = {
  name: '0018-packed-attachments',
  up: () => Promise.resolve(),
};
