import { capabilities } from './capabilities.ts';
import type { Database, DatabaseConfig, WriteTurns } from '#persistence/stores';
import { openDatabaseOf, toOwnSchema } from '#persistence/stores';

/** All that the capabilities make, the platform's included. */
export const ownSchema = toOwnSchema(capabilities);

/** As `openDatabaseOf` has it. */
export function openDatabase(config: DatabaseConfig, turns?: WriteTurns): Database {
  return openDatabaseOf(ownSchema, config, turns);
}
