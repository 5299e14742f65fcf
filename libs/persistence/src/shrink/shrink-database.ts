import type { DatabaseConfig } from '../database.ts';
import type { OwnSchema } from '../own-schema.ts';
import { shrinkSqlite } from './shrink-sqlite.ts';
import type { Shrinking } from './shrinking.ts';

/**
 * Writes the database anew, so that it takes no more than it needs. Rejects with a RangeError while services use it, with
 * `database.unavailable`, or what the disk says; the database is as it was then.
 */
export async function shrinkDatabase(
  { dataDir, databaseUrl }: DatabaseConfig,
  own: OwnSchema,
): Promise<Shrinking> {
  if (databaseUrl === undefined) return shrinkSqlite(dataDir);
  const { shrinkPostgres } = await import('./shrink-postgres.ts');
  return shrinkPostgres(databaseUrl, own.tables);
}
