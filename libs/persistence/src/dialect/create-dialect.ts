import type { DatabaseConfig } from '../database.ts';
import type { DatabaseDialect } from './dialect.ts';
import { createPostgresDialect } from './postgres/postgres-dialect.ts';
import { createSqliteDialect } from './sqlite/sqlite-dialect.ts';

export function createDialect({ dataDir, databaseUrl }: DatabaseConfig): DatabaseDialect {
  return databaseUrl === undefined
    ? createSqliteDialect(dataDir)
    : createPostgresDialect(databaseUrl);
}
