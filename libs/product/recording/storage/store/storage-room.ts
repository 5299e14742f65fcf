import type { Kysely, Transaction } from 'kysely';
import { findExceeded, type StorageScope } from '#shared';
import type { Schema } from '#persistence/stores';
import { DAY_MS, toBucketStart } from '#persistence/stores';
import { addStorage, type StorageChange } from './add-storage.ts';
import { listDays, readBudget, sumProjects } from './read-storage.ts';

type Wanted = Pick<StorageChange, 'projectId' | 'atMs' | 'bytes'>;

interface Counted {
  readonly budgetBytes: number;
  readonly byProject: Map<number, number>;
  readonly byDay: Map<string, number>;
}

/**
 * The storage budget as one transaction sees it, including what this transaction adds. The last
 * item stored may exceed the budget, and so may items that another process stores at the same time.
 */
export class StorageRoom {
  readonly #counted: Counted;
  readonly #changes: StorageChange[] = [];
  #allBytes: number;

  private constructor(counted: Counted) {
    this.#counted = counted;
    this.#allBytes = [...counted.byProject.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * Reads the budget, and how much of it is used on the days of `receivedAtMs`. Without a budget
   * the use is not read.
   */
  static async open(db: Kysely<Schema>, receivedAtMs: readonly number[]): Promise<StorageRoom> {
    const budgetBytes = await readBudget(db);
    if (budgetBytes === 0) return new StorageRoom(createCounted(budgetBytes));
    const days = new Set(receivedAtMs.map((atMs) => toBucketStart(atMs, DAY_MS)));
    if (days.size === 0) return new StorageRoom(createCounted(budgetBytes));
    const byProject = await sumProjects(db);
    const rows = await listDays(db, [...days]);
    const byDay = new Map(
      rows.map((row) => [`${row.project_id}/${row.starts_at}`, row.bytes] as const),
    );
    return new StorageRoom({ budgetBytes, byProject, byDay });
  }

  hasRoom(wanted: Wanted): boolean {
    return this.#findExceeded(wanted) === undefined;
  }

  #findExceeded(wanted: Wanted): StorageScope | undefined {
    const { budgetBytes, byProject, byDay } = this.#counted;
    const use = {
      allBytes: this.#allBytes,
      projectBytes: byProject.get(wanted.projectId) ?? 0,
      dayBytes: byDay.get(nameDay(wanted)) ?? 0,
    };
    return findExceeded(budgetBytes, use);
  }

  /**
   * Counts the bytes and returns true. When they exceed the budget, notes the refusal and returns
   * false. The first event of an issue may exceed a day's share.
   */
  take(wanted: Wanted, { isFirst = false } = {}): boolean {
    const exceeded = this.#findExceeded(wanted);
    const hasRoom = exceeded === undefined || (isFirst && exceeded === 'day');
    if (hasRoom) this.add(wanted);
    else this.#changes.push({ ...wanted, bytes: 0, isRefused: true });
    return hasRoom;
  }

  /** Counts bytes that are stored whether or not the budget has room for them. */
  add(stored: Wanted): void {
    const { projectId, bytes } = stored;
    const { byProject, byDay } = this.#counted;
    const day = nameDay(stored);
    byProject.set(projectId, (byProject.get(projectId) ?? 0) + bytes);
    byDay.set(day, (byDay.get(day) ?? 0) + bytes);
    this.#allBytes += bytes;
    this.#changes.push(stored);
  }

  async close(transaction: Transaction<Schema>): Promise<void> {
    await addStorage(transaction, this.#changes);
  }
}

function createCounted(budgetBytes: number): Counted {
  return { budgetBytes, byProject: new Map(), byDay: new Map() };
}

function nameDay({ projectId, atMs }: Pick<Wanted, 'projectId' | 'atMs'>): string {
  return `${projectId}/${toBucketStart(atMs, DAY_MS)}`;
}
