import { join, resolve } from 'node:path';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Driver } from 'kysely';
import type { Schema } from '../../schema.ts';
import type { ConnectionPurpose, DatabaseDialect } from '../dialect.ts';
import { sqliteColumns } from './sqlite-columns.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { SqliteMigratingDriver } from './sqlite-migrating-driver.ts';
import { SqliteReadingDriver } from './sqlite-reading-driver.ts';
import { sqliteSpace } from './sqlite-space.ts';
import { holdSqliteLock, isSqliteLockHeld } from './sqlite-migration-lock.ts';

/** Kysely's adapter says SQLite cannot take a migration back as a whole. It can. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  /**
   * The driver queues for its one connection itself. Kysely's own queue never moves on after the driver refused a
   * connection, as it does while the file is not in place.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const DRIVERS: Record<ConnectionPurpose, new (file: string) => Driver> = {
  serve: SqliteDriver,
  migrate: SqliteMigratingDriver,
  read: SqliteReadingDriver,
};

/** SQLite in the file `errata.sqlite` of `dataDir`, one connection per process, one writer at a time. */
export function createSqliteDialect(dataDir: string): DatabaseDialect {
  const file = join(resolve(dataDir), 'errata.sqlite');
  const backupLock = join(resolve(dataDir), 'backup.lock');
  return {
    kind: 'sqlite',
    columns: sqliteColumns,
    hasConcurrentWriters: false,
    nowMs: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    space: sqliteSpace,
    connect: (purpose) => connect(() => new DRIVERS[purpose](file)),
    holdMigrationLock: (work) => holdSqliteLock(join(resolve(dataDir), 'migrate.lock'), work),
    holdBackupLock: (work) => holdSqliteLock(backupLock, work),
    isBackupLockHeld: async () => isSqliteLockHeld(backupLock),
    ping,
    // A transaction has the only write lock there is from its first statement on.
    lockProjects: async () => {},
    lockOwners: async () => {},
    // AUTOINCREMENT continues above explicit ids by itself.
    continueProjectIds: async () => {},
    isWorthRepeating: () => false,
  };
}

function connect(createDriver: () => Driver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`select count(*) from sqlite_schema`.execute(db);
}
