import type { KyselyDatabase } from '../../kysely-database.ts';
import { DAY_MS, toBucketStart } from '../buckets.ts';
import { inTransaction } from '../transaction.ts';
import { listDays, readBudget, sumProjects } from './read-storage.ts';
import { type StorageState, StorageStore } from './storage.store.ts';

export class KyselyStorageStore extends StorageStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async settle(
    setBytes: number | undefined,
    measure: () => Promise<number | undefined>,
  ): Promise<void> {
    const known = await this.#findRow();
    const isMeasuring = setBytes === undefined && (known?.measured_bytes ?? null) === null;
    const set = { set_bytes: setBytes ?? null };
    const measured = { measured_bytes: (isMeasuring ? await measure() : undefined) ?? null };
    await inTransaction(this.#database, (transaction) =>
      transaction
        .insertInto('storage_budget')
        .values({ singleton: 1, ...set, ...measured })
        .onConflict((conflict) =>
          conflict.column('singleton').doUpdateSet((row) => ({
            ...set,
            // Of two relays that start at once the first has measured.
            measured_bytes: row.fn.coalesce(
              'storage_budget.measured_bytes',
              'excluded.measured_bytes',
            ),
          })),
        )
        .execute(),
    );
  }

  override async getState(nowMs: number): Promise<StorageState> {
    const { kysely } = this.#database;
    const today = toBucketStart(nowMs, DAY_MS);
    const [row, budgetBytes, sums, days] = await Promise.all([
      this.#findRow(),
      readBudget(kysely),
      sumProjects(kysely),
      listDays(kysely, [today]),
    ]);
    const ofDay = new Map(days.map((day) => [day.project_id, day] as const));
    const projects = [...sums].map(([projectId, bytes]) => {
      const day = ofDay.get(projectId);
      const refusedAt = day?.refused_at ?? undefined;
      return {
        projectId,
        bytes,
        dayBytes: day?.bytes ?? 0,
        ...(refusedAt === undefined ? {} : { refusedSinceMs: refusedAt }),
      };
    });
    return {
      budgetBytes,
      isSet: (row?.set_bytes ?? null) !== null,
      projects: projects.toSorted((a, b) => a.projectId - b.projectId),
    };
  }

  #findRow() {
    return this.#database.kysely.selectFrom('storage_budget').selectAll().executeTakeFirst();
  }
}
