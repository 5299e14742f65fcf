import { types } from 'node:util';
import { ErrataError } from '#shared';

/**
 * SQLSTATE classes of errors that the written rows cause: cardinality, data, constraints, a view's
 * check, program limits. All other errors are the server's and may be temporary: a shutdown,
 * missing resources, a read-only or damaged database. Tables, columns or grants may also be missing
 * while a restore or an upgrade runs.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const ABOUT_THE_ROWS = /^(?:21|22|23|44|54)/;

/** Serialisation failure and deadlock. */
const REPEATABLE = new Set(['40001', '40P01']);

const WRONG_CALLS = new Set(['TypeError', 'RangeError']);

/** `data_corrupted` and `index_corrupted`: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const DAMAGE = new Set(['XX001', 'XX002']);

/**
 * Returns `database.unavailable` when the server or its schema is unavailable. Returns any other
 * error unchanged.
 */
export function toPostgresFault(error: unknown): unknown {
  if (error instanceof ErrataError || !isServersFault(error)) return error;
  const isDamage = isFromServer(error) && DAMAGE.has(error.code ?? '');
  return new ErrataError(isDamage ? 'database.damaged' : 'database.unavailable', {
    detail: `PostgreSQL: ${describe(error)}.`,
    cause: error,
  });
}

export function isPostgresRetryable(error: unknown): boolean {
  return isFromServer(error) && REPEATABLE.has(error.code ?? '');
}

/**
 * Every error of the server has a severity. `instanceof` would load the driver in processes that
 * use SQLite.
 */
function isFromServer(error: unknown): error is Error & { readonly code?: string } {
  return types.isNativeError(error) && 'severity' in error;
}

function isServersFault(error: unknown): error is Error {
  if (isPostgresRetryable(error)) return false;
  if (isFromServer(error)) return !ABOUT_THE_ROWS.test(error.code ?? '');
  // Other errors come from the socket or the pool, unless the call was wrong.
  return types.isNativeError(error) && !WRONG_CALLS.has(error.name);
}

/**
 * When a host with several addresses refuses the connection, the error is an AggregateError without
 * a message.
 */
function describe(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return error.message || code || error.name;
}
