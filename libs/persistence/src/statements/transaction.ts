import type { Transaction } from 'kysely';
import { ErrataError } from '#shared';
import type { KyselyDatabase } from '../kysely-database.ts';
import type { Schema } from '../schema.ts';

const ATTEMPTS = 5;

/**
 * Thrown inside `inTransaction` when another process has changed what this transaction read. The
 * transaction starts again.
 */
export class Overtaken extends Error {}

/** A write of another store, such as a message, that takes effect together with a change. */
export type JoinedWrite = (transaction: Transaction<Schema>) => Promise<void>;

/** Runs `act` in a transaction, and `tell` with it when `act` returns true. */
export function inToldTransaction(
  database: KyselyDatabase,
  tell: JoinedWrite | undefined,
  act: (transaction: Transaction<Schema>) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const isDone = await act(transaction);
    if (isDone) await tell?.(transaction);
    return isDone;
  });
}

/**
 * Runs `work` in a transaction that can write. Runs it again from the start after a deadlock or
 * `Overtaken`, so `work` must keep nothing from one run to the next. Rejects with
 * `database.unavailable` after too many runs, because other processes cause the failure, not the
 * data.
 */
export async function inTransaction<T>(
  { kysely, dialect, turns }: KyselyDatabase,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await turns.take(() => kysely.transaction().execute(work));
    } catch (error) {
      if (!(error instanceof Overtaken || dialect.isWorthRepeating(error))) throw error;
      if (attempt === ATTEMPTS) {
        throw new ErrataError('database.unavailable', {
          detail: `Other processes overtook a transaction ${ATTEMPTS} times.`,
          cause: error,
        });
      }
    }
  }
}
