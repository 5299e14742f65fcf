import { types } from 'node:util';
import { ErrataError } from '#shared';

/**
 * SQLSTATE classes that speak about what was to be written: cardinality, data, constraints, a view's
 * check, program limits. Whatever else the server reports is about itself and may pass: it is
 * shutting down, out of resources, read-only, damaged; its tables, columns or grants are away for as
 * long as a restore or an upgrade takes.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const ABOUT_THE_ROWS = /^(?:21|22|23|44|54)/;

/** A deadlock's victim, and a transaction that could not be serialised. */
const REPEATABLE = new Set(['40001', '40P01']);

const WRONG_CALLS = new Set(['TypeError', 'RangeError']);

/** `database.unavailable` for a server that is away or cannot serve, or whose schema is; any other error as it is. */
export function toPostgresFault(error: unknown): unknown {
  if (error instanceof ErrataError || !isServersFault(error)) return error;
  return new ErrataError('database.unavailable', {
    detail: `PostgreSQL: ${describe(error)}.`,
    cause: error,
  });
}

/** Whether the same transaction may succeed when it is run again. */
export function isPostgresRetryable(error: unknown): boolean {
  return isFromServer(error) && REPEATABLE.has(error.code ?? '');
}

/**
 * A fault that the server itself reported: it always names a severity. Told by that rather than by
 * the driver's class, so that the driver is loaded only where there is a server.
 */
function isFromServer(error: unknown): error is Error & { readonly code?: string } {
  return types.isNativeError(error) && 'severity' in error;
}

function isServersFault(error: unknown): error is Error {
  if (isPostgresRetryable(error)) return false;
  if (isFromServer(error)) return !ABOUT_THE_ROWS.test(error.code ?? '');
  // What the server did not answer comes from the socket or the pool, unless the call was wrong.
  return types.isNativeError(error) && !WRONG_CALLS.has(error.name);
}

/** A refused connection to a name with several addresses is an AggregateError without a message. */
function describe(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return error.message || code || error.name;
}
