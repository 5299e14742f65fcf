import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely, SqliteAdapter, SqliteIntrospector, sql, SqliteQueryCompiler } from 'kysely';
import type { Driver } from 'kysely';
import type { Schema } from '../../schema.ts';
import type { ConnectionPurpose, DatabaseDialect } from '../dialect.ts';
import { requireRoomToMigrate } from '../../disk-room.ts';
import { sqliteColumns } from './sqlite-columns.ts';
import { SqliteDays } from './sqlite-days.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { SqliteMigratingDriver } from './sqlite-migrating-driver.ts';
import { SqliteReadingDriver } from './sqlite-reading-driver.ts';
import { locateSqliteFile } from './sqlite-file.ts';
import { sqliteSpace } from './sqlite-space.ts';
import { holdSqliteLock, isSqliteLockHeld } from './sqlite-migration-lock.ts';

const ENDS_WITH_LIMIT = /\blimit\s+$/i;

/**
 * Writes limits into the SQL. SQLite plans by the value of a bound limit, and therefore compiles such
 * a statement anew each time it is run: an issue's page took 570 µs of SQLite instead of 200.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  #last = '';

  protected override append(text: string): void {
    // A nested piece of SQL may begin with an empty text.
    if (text !== '') this.#last = text;
    super.append(text);
  }

  protected override appendValue(value: unknown): void {
    if (Number.isSafeInteger(value) && ENDS_WITH_LIMIT.test(this.#last)) this.append(String(value));
    else super.appendValue(value);
  }
}

/** Kysely's adapter says that SQLite cannot roll a migration back. SQLite can. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  /** The driver itself queues for its only connection, and waits for the queue when it closes. */
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

export function createSqliteDialect(dataDir: string): DatabaseDialect {
  const file = locateSqliteFile(dataDir);
  const backupLock = join(resolve(dataDir), 'backup.lock');
  return {
    kind: 'sqlite',
    columns: sqliteColumns,
    hasConcurrentWriters: false,
    nowMs: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    space: sqliteSpace,
    connect: (purpose) => connect(() => new DRIVERS[purpose](file)),
    openDays: (_db, definition) =>
      new SqliteDays(resolve(dataDir), definition, (day) => connect(() => new SqliteDriver(day))),
    holdMigrationLock: (work) => holdSqliteLock(join(resolve(dataDir), 'migrate.lock'), work),
    requireRoomToMigrate: () =>
      requireRoomToMigrate(resolve(dataDir), statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    holdBackupLock: (work) => holdSqliteLock(backupLock, work),
    isBackupLockHeld: async () => isSqliteLockHeld(backupLock),
    ping,
    // A transaction holds the only write lock from its first statement on.
    lockProjects: async () => {},
    lockOwners: async () => {},
    // AUTOINCREMENT continues above explicit ids.
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
      createQueryCompiler: () => new SqliteCompiler(),
    },
  });
}

async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`select count(*) from sqlite_schema`.execute(db);
}
