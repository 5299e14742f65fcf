import { sql } from 'kysely';
import type { KyselyDatabase } from '../kysely-database.ts';
import { inTransaction } from '../statements/transaction.ts';
import { whereOver } from '../statements/where-over.ts';

/**
 * Gives out leases of jobs, so that only one relay of a database runs a job at a time. Uses the
 * database's clock, because the clocks of relays may differ.
 */
export class JobLeaseStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Takes the lease of a job for `leaseMs` from now, or renews it for its holder. Resolves with
   * false, and changes nothing, while another holder has it. A single statement keeps processes
   * from racing for the lease.
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
            .where(
              sql<boolean>`(job_leases.holder = ${holder} or ${whereOver('job_leases.until', nowMs, leaseMs)})`,
            ),
        )
        .returning('name')
        .executeTakeFirst(),
    );
    return held !== undefined;
  }

  /** Does nothing when another holder has the lease. */
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
