import type { Transaction } from 'kysely';
import { ErrataError } from '#shared';
import type { KyselyDatabase } from '../kysely-database.ts';
import type { Schema } from '../schema.ts';

const ATTEMPTS = 5;

/** Thrown inside `inTransaction`: what was read has been overtaken by another process; start again. */
export class Overtaken extends Error {}

/**
 * Runs `work` in a transaction that can write. It runs again, from the start, when it was the victim
 * of a deadlock or threw `Overtaken`, so it keeps nothing from one run to the next. When that does
 * not end, the fault is the database's (`database.unavailable`), not that of what was to be written.
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
