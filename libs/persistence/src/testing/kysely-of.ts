import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { KyselyDatabase } from '../kysely-database.ts';
import type { Schema } from '../schema.ts';

export function kyselyOf(database: Database): Kysely<Schema> {
  if (database instanceof KyselyDatabase) return database.kysely;
  throw new TypeError('This is not a database that openDatabase returned.');
}
