import type { Database, DatabaseConfig } from './database.ts';
import { createDialect } from './dialect/create-dialect.ts';
import { KyselyDatabase } from './kysely-database.ts';
import type { OwnSchema } from './own-schema.ts';
import { ensureSecret } from './secret-file.ts';
import type { WriteTurns } from './write-turns.ts';

/**
 * Opens SQLite in `dataDir`, or PostgreSQL at `databaseUrl`. Never fails: the first statement
 * connects, and rejects with `database.unavailable` when that is not possible. Writing transactions
 * wait for `turns`.
 */
export function openDatabaseOf(
  own: OwnSchema,
  config: DatabaseConfig,
  turns?: WriteTurns,
): Database {
  const secret = () => config.secret ?? ensureSecret(config.dataDir);
  return new KyselyDatabase(createDialect(config), own, secret, turns);
}
