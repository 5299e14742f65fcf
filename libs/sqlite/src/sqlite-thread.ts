import type * as sqlite from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type * as threads from 'node:worker_threads';
import { toSqliteError } from './sqlite-error.ts';

type Row = Readonly<Record<string, unknown>>;

interface Question {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Answer =
  | { readonly id: number; readonly rows: readonly Row[] }
  | {
      readonly id: number;
      readonly fault: { readonly message: string; readonly errcode?: number };
    };

interface Asked {
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that only reads ends after this long without a statement. */
const IDLE_MS = 30_000;

export interface SqliteThreadOptions {
  readonly timeoutMs: number;
  /**
   * Statements that the thread runs first. When present, the thread may write. When absent, the
   * thread only reads.
   */
  readonly begin?: readonly string[];
}

/**
 * A thread with its own connection to an SQLite file, so that long statements do not block the
 * other threads of the process. The thread starts with the first statement. A thread that only
 * reads ends when it is idle.
 */
export class SqliteThread {
  readonly #file: string;
  readonly #options: SqliteThreadOptions;
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string, options: SqliteThreadOptions) {
    this.#file = file;
    this.#options = options;
  }

  /**
   * Returns the rows of a statement. Statements run one after the other. Rejects with a
   * `SqliteError`.
   */
  ask(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#lastId += 1;
    const question = { id: this.#lastId, sql, parameters: parameters.map((each) => each ?? null) };
    const rows = new Promise<Row[]>((resolve, reject) => {
      this.#asked.set(question.id, { resolve, reject });
      this.#worker!.postMessage(question satisfies Question, []);
    });
    this.#last = rows.catch(() => {});
    return rows;
  }

  /** Ends the thread once all statements are answered. */
  async end(): Promise<void> {
    // Statements are answered in order, so the last promise covers the earlier ones.
    while (this.#asked.size > 0) await this.#last;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(TEXT, {
      eval: true,
      workerData: { file: this.#file, ...this.#options },
    });
    worker.on('message', (answer: Answer) => this.#settle(answer));
    worker.on('error', (error: unknown) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('The thread has ended.')));
    return worker;
  }

  #settle(answer: Answer): void {
    const asked = this.#asked.get(answer.id);
    this.#asked.delete(answer.id);
    if ('rows' in answer) asked?.resolve(answer.rows.map(toRow));
    else asked?.reject(toError(answer.fault));
    if (this.#asked.size > 0) return;
    this.#worker?.unref();
    // A writing thread may have a transaction open, so it does not end when idle.
    if (this.#options.begin) return;
    this.#idle = setTimeout(() => void this.#stop(), IDLE_MS).unref();
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }
}

function toError({ message, errcode }: { message: string; errcode?: number }): unknown {
  return toSqliteError(Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode }));
}

function toRow(row: Row): Row {
  if (!Object.values(row).some((value) => value instanceof Uint8Array)) return row;
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

/**
 * The thread runs the source text of this function, so the function must use only its arguments.
 */
function serve(
  { parentPort, workerData }: Pick<typeof threads, 'parentPort' | 'workerData'>,
  { DatabaseSync }: Pick<typeof sqlite, 'DatabaseSync'>,
): void {
  const most = 100;
  const prepared = new Map<string, sqlite.StatementSync>();
  let db: sqlite.DatabaseSync | undefined;

  const open = (): sqlite.DatabaseSync => {
    const { file, timeoutMs, begin } = workerData;
    const opened = new DatabaseSync(file, { readOnly: !begin, timeout: timeoutMs });
    for (const statement of begin ?? []) opened.exec(statement);
    return opened;
  };
  const prepare = (sql: string): sqlite.StatementSync => {
    db ??= open();
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.delete(sql);
    prepared.set(sql, statement);
    if (prepared.size > most) prepared.delete(prepared.keys().next().value!);
    return statement;
  };
  const readWide = (statement: sqlite.StatementSync, values: sqlite.SQLInputValue[]) => {
    statement.setReadBigInts(true);
    try {
      return statement.all(...values);
    } finally {
      statement.setReadBigInts(false);
    }
  };
  const read = (statement: sqlite.StatementSync, parameters: readonly unknown[]) => {
    const values = parameters as sqlite.SQLInputValue[];
    try {
      return statement.all(...values);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_OUT_OF_RANGE') throw error;
      const rows = readWide(statement, values);
      const toNumber = ([name, value]: [string, unknown]) =>
        typeof value === 'bigint' ? [name, Number(value)] : [name, value];
      return rows.map((row) => Object.fromEntries(Object.entries(row).map(toNumber)));
    }
  };
  parentPort!.on('message', ({ id, sql, parameters }: Question) => {
    try {
      parentPort!.postMessage({ id, rows: read(prepare(sql), parameters) }, []);
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number };
      parentPort!.postMessage({ id, fault: { message, errcode } }, []);
    }
  });
}

const TEXT = `(${serve.toString()})(require('node:worker_threads'), require('node:sqlite'))`;
