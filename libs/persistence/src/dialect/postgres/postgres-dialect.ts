import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Schema } from '../../schema.ts';
import type { DatabaseSpace } from '../database-space.ts';
import type { DatabaseDialect } from '../dialect.ts';
import { postgresColumns } from './postgres-columns.ts';
import { PostgresDays } from './postgres-days.ts';
import { isPostgresRetryable } from './postgres-faults.ts';

/** Counts only Errata's tables, because other applications may use the database as well. */
const postgresSpace: DatabaseSpace = {
  async measure(db, own) {
    const tables = await postgresSpace.listTables(db, { own, isThorough: false });
    const bytes = [...tables.values()].reduce<number>((sum, each = 0) => sum + each, 0);
    return { bytes, canGiveBack: false };
  },

  async listTables(db, { own }) {
    const { rows } = await sql<{ name: string; bytes: number }>`
      select c.relname as name, pg_total_relation_size(c.oid) as bytes
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(db);
    return new Map(
      rows.filter(({ name }) => own.has(name)).map(({ name, bytes }) => [name, bytes]),
    );
  },

  async releaseFreePages() {
    return false;
  },

  async truncateFile() {},
};

/** "projec" in ASCII. Id of the advisory lock under which projects are created. */
const PROJECTS_LOCK_ID = 0x70726f6a6563;
/** "owners" in ASCII. */
const OWNERS_LOCK_ID = 0x6f776e657273;
/** "backup" in ASCII. */
const BACKUP_LOCK_ID = 0x6261636b7570;

/**
 * Opens PostgreSQL with one pool of connections per process. The driver takes 12 MB, so it is
 * loaded with the first connection and never in a process that uses SQLite.
 */
export function createPostgresDialect(databaseUrl: string): DatabaseDialect {
  return {
    kind: 'postgres',
    columns: postgresColumns,
    hasConcurrentWriters: true,
    nowMs: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
    space: postgresSpace,
    connect: (purpose) => connect(databaseUrl, purpose !== 'migrate'),
    openDays: (db, definition) =>
      new PostgresDays(db, definition, () => connect(databaseUrl, false)),
    holdMigrationLock: async (work) => {
      const { holdPostgresLock } = await import('./postgres-migration-lock.ts');
      return holdPostgresLock(databaseUrl, work);
    },
    requireRoomToMigrate: async () => {},
    holdBackupLock: async (work) => {
      const { holdPostgresLock } = await import('./postgres-migration-lock.ts');
      return holdPostgresLock(databaseUrl, work, BACKUP_LOCK_ID);
    },
    isBackupLockHeld: async (transaction) => {
      const { rows } = await sql<{ is_free: boolean }>`
        select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK_ID}) as is_free`.execute(transaction);
      return rows[0]?.is_free !== true;
    },
    ping: async (db) => {
      await sql`select 1`.execute(db);
    },
    lockProjects: async (transaction) => {
      await sql`select pg_advisory_xact_lock(${PROJECTS_LOCK_ID})`.execute(transaction);
    },
    lockOwners: async (transaction) => {
      await sql`select pg_advisory_xact_lock(${OWNERS_LOCK_ID})`.execute(transaction);
    },
    continueProjectIds: async (transaction) => {
      // Includes deleted projects, whose ids must not be used again.
      await sql`
        select setval(pg_get_serial_sequence('projects', 'id'), max(id)) from (
          select id from projects union all select project_id from project_deletions
        ) as given`.execute(transaction);
    },
    isWorthRepeating: isPostgresRetryable,
  };
}

function connect(databaseUrl: string, limitTime: boolean): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      // Kysely ends only a pool that ran a statement, so the first statement creates the pool.
      pool: async () => {
        const { GuardedPool } = await import('./postgres-pool.ts');
        return new GuardedPool(databaseUrl, { limitTime });
      },
    }),
  });
}
