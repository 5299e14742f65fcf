import { sql } from 'kysely';
import type { KyselyDatabase } from '../kysely-database.ts';
import { inTransaction } from '../statements/transaction.ts';

/**
 * Leases of jobs that one relay runs at a time, over all relays of a database. Time is the database's own: what the
 * clocks of relays say does not matter.
 */
export class JobLeaseStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Takes the lease of the job `name` for `leaseMs` from now, or renews it where `holder` has it. Resolves with false,
   * nothing changed, while another holder has it.
   * The databases run its one statement for one process at a time.
   */
  async hold(
    name: string,
    { holder, leaseMs }: { holder: string; leaseMs: number },
  ): Promise<boolean> {
    const { nowMs } = this.#database.dialect;
    const lease = { holder, until: sql<number>`${nowMs} + ${leaseMs}` };
    const held = await inTransaction(this.#database, (transaction) =>
      transaction
        .insertInto('job_leases')
        .values({ name, ...lease })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(lease)
            .where(sql<boolean>`(job_leases.holder = ${holder} or job_leases.until <= ${nowMs})`),
        )
        .returning('name')
        .executeTakeFirst(),
    );
    return held !== undefined;
  }

  /** Gives the lease back before its time. Does nothing where `holder` does not have it. */
  async release(name: string, holder: string): Promise<void> {
    await inTransaction(this.#database, (transaction) =>
      transaction
        .deleteFrom('job_leases')
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute(),
    );
  }
}
