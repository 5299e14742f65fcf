import type { DatabaseConfig } from '../database.ts';
import type { OwnSchema } from '../own-schema.ts';
import { shrinkSqlite } from './shrink-sqlite.ts';
import type { Shrinking } from './shrinking.ts';

/**
 * Rewrites the database, so that it takes only the space that it needs. Rejects with a RangeError
 * while services use the database, with `database.unavailable`, and with errors of the file system.
 * The database is unchanged after a rejection.
 */
export async function shrinkDatabase(
  { dataDir, databaseUrl }: DatabaseConfig,
  own: OwnSchema,
): Promise<Shrinking> {
  if (databaseUrl === undefined) return shrinkSqlite(dataDir);
  const { shrinkPostgres } = await import('./shrink-postgres.ts');
  return shrinkPostgres(databaseUrl, own.tables);
}
