import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, types as pgTypes } from 'pg';
import type { ClientBase, ClientConfig, CustomTypesConfig, PoolClient } from 'pg';
import { toPostgresFault } from './postgres-faults.ts';

const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * Time for which the client waits for an answer. A working server reports the shorter statement
 * timeout first.
 */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;
const IDLE_TIMEOUT_MS = 30_000;
const CONNECTIONS = 10;

type Oid = Parameters<typeof pgTypes.getTypeParser>[0];

/** Reads int8 as a number: ids, counts and milliseconds stay far below 2^53. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: Oid, format?: 'text' | 'binary') =>
    oid === pgTypes.builtins.INT8 && format !== 'binary'
      ? Number
      : pgTypes.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

export function toConnectionConfig(databaseUrl: string): ClientConfig {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'errata',
  };
}

/**
 * Pool for Kysely that reports faults as `database.unavailable`. The pool drops a connection after
 * a fault, because the missing answer may still arrive on it.
 */
export class GuardedPool implements PostgresPool {
  /**
   * Kysely opens connections with these options when it cancels queries. Errata cancels no query.
   */
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
      onConnect: disableJit,
    });
    // The pool has already removed the idle connection that was lost.
    this.#pool.on('error', () => {});
    // The pool listens for errors only on idle connections. Without this listener, a connection
    // lost between two statements would throw an uncaught error.
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
 * Switches off PostgreSQL's just-in-time compiler. The server compiles queries that it expects to
 * be expensive, such as lists and searches. Compiling takes 100 ms, but running such a query takes
 * only some milliseconds. A statement sends the setting, because poolers refuse unknown connection
 * parameters.
 */
async function disableJit(client: ClientBase): Promise<void> {
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
