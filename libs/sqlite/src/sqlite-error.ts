import { toCodeName } from './result-codes.ts';

/**
 * An error of SQLite. `code` is the name of the extended result code if SQLite has one, such as
 * `SQLITE_IOERR_FSYNC`, and otherwise of the primary code.
 */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';

  constructor(
    message: string,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Runs `work` and rethrows SQLite's errors as `SqliteError`. Node.js gives all of them the code
 * `ERR_SQLITE_ERROR`, and puts SQLite's own code into `errcode`.
 */
export function withSqliteErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toSqliteError(error);
  }
}

/**
 * Converts an error of `node:sqlite` into a `SqliteError`, and returns any other error unchanged.
 */
export function toSqliteError(error: unknown): unknown {
  if (!isNative(error)) return error;
  return new SqliteError(error.message, toCodeName(error.errcode), { cause: error });
}

function isNative(error: unknown): error is Error & { readonly errcode: number } {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return false;
  return 'code' in error && error.code === 'ERR_SQLITE_ERROR' && typeof error.errcode === 'number';
}
