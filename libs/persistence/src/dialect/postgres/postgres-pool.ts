import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, types as pgTypes } from 'pg';
import type { ClientBase, ClientConfig, CustomTypesConfig, PoolClient } from 'pg';
import { toPostgresFault } from './postgres-faults.ts';

const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** When the server itself has fallen silent, its own statement timeout never arrives. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;
const IDLE_TIMEOUT_MS = 30_000;
const CONNECTIONS = 10;

type Oid = Parameters<typeof pgTypes.getTypeParser>[0];

/** int8 as a number, here only: ids, counts and milliseconds stay far below 2^53. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: Oid, format?: 'text' | 'binary') =>
    oid === pgTypes.builtins.INT8 && format !== 'binary'
      ? Number
      : pgTypes.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

/** What every connection to `databaseUrl` is made with; parameters in the address win. */
export function toConnectionConfig(databaseUrl: string): ClientConfig {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'errata',
  };
}

/**
 * A pool for Kysely whose faults are `database.unavailable`, and which drops a connection that had
 * one: a connection whose answer never came may still have it on the way.
 */
export class GuardedPool implements PostgresPool {
  /** Kysely reads from it how to make a connection that cancels a query of another; none is made. */
  readonly options = {};
  readonly #pool: Pool;

  constructor(databaseUrl: string, options: { limitTime: boolean }) {
    this.#pool = new Pool({
      ...toConnectionConfig(databaseUrl),
      ...(options.limitTime
        ? { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: QUERY_TIMEOUT_MS }
        : {}),
      max: CONNECTIONS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      types,
      onConnect: forgoCompiling,
    });
    // A connection lost while nobody waits on it concerns nobody; the pool has replaced it already.
    this.#pool.on('error', () => {});
    // The pool listens on idle connections only: one lost between two statements would be uncaught.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toPostgresFault(error);
    });
    return new GuardedClient(client) as unknown as PostgresPoolClient;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * PostgreSQL compiles queries that it takes for dear, those of lists and searches among them. That takes a tenth of a second
 * each time, and what they run for is some milliseconds. Set here, as poolers refuse unknown parameters of a connection.
 */
async function forgoCompiling(client: ClientBase): Promise<void> {
  await client.query('set jit = off');
}

class GuardedClient {
  readonly #client: PoolClient;
  #isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      return (await this.#client.query(sql, parameters)) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      const fault = toPostgresFault(error);
      if (fault !== error) this.#isBroken = true;
      throw fault;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}
