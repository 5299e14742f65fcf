import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Schema } from '../../schema/schema.ts';
import type { DatabaseDialect } from '../dialect.ts';
import { postgresColumns } from './postgres-columns.ts';
import { isPostgresRetryable } from './postgres-faults.ts';

/** Names the lock under which projects are made: "projects" cut to six ASCII letters. */
const PROJECTS_LOCK_ID = 0x70726f6a6563;
/** The same for "owners". */
const OWNERS_LOCK_ID = 0x6f776e657273;

/**
 * PostgreSQL at `databaseUrl`, a pool of connections per process, any number of processes. The
 * driver is loaded with the first connection: a process on SQLite never holds it (12 MB).
 */
export function createPostgresDialect(databaseUrl: string): DatabaseDialect {
  return {
    kind: 'postgres',
    columns: postgresColumns,
    hasConcurrentWriters: true,
    connect: (purpose) => connect(databaseUrl, purpose === 'serve'),
    holdMigrationLock: async (work) => {
      const { holdPostgresLock } = await import('./postgres-migration-lock.ts');
      return holdPostgresLock(databaseUrl, work);
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
      await sql`select setval(pg_get_serial_sequence('projects', 'id'), max(id)) from projects`.execute(
        transaction,
      );
    },
    isWorthRepeating: isPostgresRetryable,
  };
}

function connect(databaseUrl: string, limitTime: boolean): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      // Made by the first statement: a pool that nothing was asked of would never be ended.
      pool: async () => {
        const { GuardedPool } = await import('./postgres-pool.ts');
        return new GuardedPool(databaseUrl, { limitTime });
      },
    }),
  });
}
