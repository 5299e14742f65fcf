import type { KyselyDatabase } from '#persistence/stores';
import { DAY_MS, toBucketStart, inTransaction } from '#persistence/stores';
import { listDays, listRefusals, readBudget, sumProjects } from './read-storage.ts';

/** How much of the storage budget a project has used. */
export interface ProjectStorage {
  readonly projectId: number;
  readonly bytes: number;
  /** Of what came on the day of UTC that is asked for. */
  readonly dayBytes: number;
  /** When the first thing of that day came that was beyond the budget. */
  readonly refusedTodayMs?: number;
  /** The same of the first of the days up to that one on each of which something was. */
  readonly refusedSinceMs?: number;
}

export interface StorageState {
  /** 0: there is no budget. */
  readonly budgetBytes: number;
  /** Whether STORAGE_BUDGET_BYTES says so; else it was measured at first start. */
  readonly isSet: boolean;
  /** Those that have stored something, or were refused something; by id. */
  readonly projects: readonly ProjectStorage[];
}

/** How much is stored of what projects sent, and how much may be. `ReportStore.record` counts it. */
export class StorageStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * To be called at start. `setBytes`: what the operator wants, 0 for no budget. Undefined: what `measure` resolves with,
   * in bytes, the first time; from then on that is remembered.
   */
  async settle(
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

  async getState(nowMs: number): Promise<StorageState> {
    const { kysely } = this.#database;
    const today = toBucketStart(nowMs, DAY_MS);
    const [row, budgetBytes, sums, days, refusals] = await Promise.all([
      this.#findRow(),
      readBudget(kysely),
      sumProjects(kysely),
      listDays(kysely, [today]),
      listRefusals(kysely, today),
    ]);
    const ofDay = new Map(days.map((day) => [day.project_id, day] as const));
    const projects = [...sums].map(([projectId, bytes]) => {
      const day = ofDay.get(projectId);
      const refusedTodayMs = day?.refused_at ?? undefined;
      const refusedSinceMs = findSince(
        refusals.filter((each) => each.project_id === projectId),
        today,
      );
      return {
        projectId,
        bytes,
        dayBytes: day?.bytes ?? 0,
        ...(refusedTodayMs === undefined ? {} : { refusedTodayMs }),
        ...(refusedSinceMs === undefined ? {} : { refusedSinceMs }),
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

interface Refusal {
  readonly starts_at: number;
  readonly refused_at: number | null;
}

/** Of one project, the latest day first: since when each day up to today has one. */
function findSince(refusals: readonly Refusal[], today: number): number | undefined {
  const gap = refusals.findIndex((each, index) => each.starts_at !== today - index * DAY_MS);
  const run = gap === -1 ? refusals : refusals.slice(0, gap);
  return run.at(-1)?.refused_at ?? undefined;
}
