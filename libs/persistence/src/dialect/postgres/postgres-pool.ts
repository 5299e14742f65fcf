import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, types as pgTypes } from 'pg';
import type { ClientBase, ClientConfig, CustomTypesConfig, PoolClient } from 'pg';
import type { ErrataError } from '#shared';
import { toPortableParameters } from '../../statements/portable-text.ts';
import { UnknownCommit } from '../../unknown-commit.ts';
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
      onConnect: prepareConnection,
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
 * - A host that froze or died within a transaction would keep its locks, and the others would wait.
 *   The server ends the transaction after a minute, and finds a dead host after 60 s.
 * - PostgreSQL's just-in-time compiler takes 100 ms for lists and searches that run for only some
 *   milliseconds.
 */
const SETTINGS = [
  'idle_in_transaction_session_timeout = 60000',
  'tcp_keepalives_idle = 30',
  'tcp_keepalives_interval = 10',
  'tcp_keepalives_count = 3',
  'jit = off',
];

/** Statements send the settings, because poolers refuse unknown connection parameters. */
export async function prepareConnection(client: ClientBase): Promise<void> {
  await client.query(SETTINGS.map((setting) => `set ${setting}`).join(';'));
}

class GuardedClient {
  readonly #client: PoolClient;
  #isBroken = false;
  #unknown: UnknownCommit | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      const portable = [...toPortableParameters(parameters)];
      return (await this.#client.query(sql, portable)) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      const fault = toPostgresFault(error);
      if (fault !== error) this.#isBroken = true;
      if (sql === 'commit' && fault !== error)
        this.#unknown = new UnknownCommit(fault as ErrataError);
      // Kysely rolls back after a lost commit, and would report that fault instead.
      throw this.#unknown ?? fault;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}
