import type { KyselyDatabase } from '#persistence/stores';
import {
  DAY_MS,
  toBucketStart,
  inTransaction,
  type Capability,
  storeOf,
} from '#persistence/stores';
import { createStorage } from './migrations/0014-create-storage.ts';
import { listDays, listRefusals, readBudget, sumProjects } from './read-storage.ts';
import { tables } from './storage.tables.ts';

export interface ProjectStorage {
  readonly projectId: number;
  readonly bytes: number;
  readonly dayBytes: number;
  /** Time at which the budget was first exceeded on the requested UTC day. */
  readonly refusedTodayMs?: number;
  /**
   * Time of the first refusal in an unbroken series of days with refusals. The series ends on the
   * requested day.
   */
  readonly refusedSinceMs?: number;
}

export interface StorageState {
  /** 0 for no budget. */
  readonly budgetBytes: number;
  /**
   * True when STORAGE_BUDGET_BYTES sets the budget; otherwise the budget was measured at the first
   * start.
   */
  readonly isSet: boolean;
  /** Projects that have stored something or were refused something, sorted by id. */
  readonly projects: readonly ProjectStorage[];
}

export class StorageStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Sets the budget at start. `setBytes` is the operator's setting, with 0 for no budget. When it
   * is undefined, `measure` gives the budget in bytes the first time, and the result is remembered
   * from then on. `mostBytes` lowers a remembered budget, because the data may have moved to a
   * smaller disk. Resolves with the budget that was lowered.
   */
  async settle(
    setBytes: number | undefined,
    measure: () => Promise<number | undefined>,
    mostBytes = Infinity,
  ): Promise<number | undefined> {
    const knownBytes = (await this.#findRow())?.measured_bytes ?? null;
    const isMeasuring = setBytes === undefined && knownBytes === null;
    const isLowered = setBytes === undefined && (knownBytes ?? 0) > mostBytes;
    const set = { set_bytes: setBytes ?? null };
    const measured = { measured_bytes: (isMeasuring ? await measure() : undefined) ?? null };
    await inTransaction(this.#database, (transaction) =>
      transaction
        .insertInto('storage_budget')
        .values({ singleton: 1, ...set, ...measured })
        .onConflict((conflict) =>
          conflict.column('singleton').doUpdateSet((row) => ({
            ...set,
            // When two relays start at once, the first measurement stays.
            measured_bytes: isLowered
              ? mostBytes
              : row.fn.coalesce('storage_budget.measured_bytes', 'excluded.measured_bytes'),
          })),
        )
        .execute(),
    );
    return isLowered ? (knownBytes ?? undefined) : undefined;
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
        refusedTodayMs,
        refusedSinceMs,
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

/**
 * Expects the refusals of one project, latest day first. Returns the first refusal in the unbroken
 * run of days up to `today`.
 */
function findSince(refusals: readonly Refusal[], today: number): number | undefined {
  const gap = refusals.findIndex((each, index) => each.starts_at !== today - index * DAY_MS);
  const run = gap === -1 ? refusals : refusals.slice(0, gap);
  return run.at(-1)?.refused_at ?? undefined;
}

export const storage = {
  tables,
  migrations: [createStorage],
  stores: { storage: storeOf(StorageStore) },
} as const satisfies Capability;
