import type { Capability } from './capability.ts';
import type { MigrationSet } from './database.ts';
import type { SchemaMigration } from './migrations/migration.ts';
import type { OwnSchema } from './own-schema.ts';

export function toOwnSchema(
  capabilities: Readonly<Record<MigrationSet, readonly Capability[]>>,
): OwnSchema {
  return {
    migrations: {
      platform: listMigrations(capabilities.platform),
      product: listMigrations(capabilities.product),
    },
    tables: new Set(
      Object.entries(capabilities).flatMap(([set, ofSet]) => [
        ...ofSet.flatMap(({ tables }) => [...tables]),
        `migrations_${set}`,
        `migrations_${set}_lock`,
      ]),
    ),
  };
}

function listMigrations(ofSet: readonly Capability[]): SchemaMigration[] {
  return ofSet
    .flatMap(({ migrations }) => migrations)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
