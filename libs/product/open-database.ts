import { capabilities } from './capabilities.ts';
import type { Database, DatabaseConfig, WriteTurns } from '#persistence/stores';
import { openDatabaseOf, toOwnSchema } from '#persistence/stores';

/** Tables and migrations of all capabilities, the platform's included. */
export const ownSchema = toOwnSchema(capabilities);

/**
 * Opens the database that `config` names, without connecting yet. The first statement connects, and
 * rejects with `database.unavailable` when that fails.
 */
export function openDatabase(config: DatabaseConfig, turns?: WriteTurns): Database {
  return openDatabaseOf(ownSchema, config, turns);
}
