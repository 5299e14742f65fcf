import { sql } from 'kysely';
import type { KyselyDatabase } from '../kysely-database.ts';
import { inTransaction } from '../statements/transaction.ts';
import { JobLeaseStore } from './job-lease.store.ts';

export class KyselyJobLeaseStore extends JobLeaseStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  /** In one statement, which the databases run for one process at a time. */
  override async hold(
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

  override async release(name: string, holder: string): Promise<void> {
    await inTransaction(this.#database, (transaction) =>
      transaction
        .deleteFrom('job_leases')
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute(),
    );
  }
}
