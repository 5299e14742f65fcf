import type { Clock } from '#shared';
import type { KyselyDatabase, TakenSpace } from '#persistence/stores';
import { StepSize, inTransaction } from '#persistence/stores';
import { type SampledUse, sampleTables } from './sampled-tables.ts';

export interface TableUse {
  readonly table: string;
  readonly bytes: number;
  /** Estimated share of each project. Projects without a sampled row are absent. */
  readonly projects: readonly { readonly projectId: number; readonly bytes: number }[];
}

export interface SpaceUse extends TakenSpace {
  readonly measuredAtMs: number;
  /** Largest first. On SQLite the sizes are estimates too, unless the measurement was thorough. */
  readonly tables: readonly TableUse[];
}

export class SpaceStore {
  readonly #database: KyselyDatabase;
  readonly #size: StepSize;

  constructor(database: KyselyDatabase, clock: Clock) {
    this.#database = database;
    this.#size = new StepSize(clock);
  }

  /**
   * Measures disk use from samples, which takes the same time for a million events as for ten
   * thousand. When `isThorough` is set, measures tables on SQLite exactly; this reads the whole
   * file.
   */
  async measure(measuredAtMs: number, options = { isThorough: false }): Promise<SpaceUse> {
    const { kysely, dialect, own } = this.#database;
    const taken = await dialect.space.measure(kysely, own.tables);
    const known = await dialect.space.listTables(kysely, { ...options, own: own.tables });
    const sampled = await sampleTables(kysely, own.tables);
    const sizes = await this.#complete(known, sampled, taken.bytes - (taken.freeBytes ?? 0));
    const byTable = new Map(sampled.map((use) => [use.table, use]));
    const tables = [...sizes]
      .map(([table, bytes]) => toTableUse(table, bytes, byTable.get(table)))
      .toSorted((a, b) => b.bytes - a.bytes || (a.table < b.table ? -1 : 1));
    return { measuredAtMs, ...taken, tables };
  }

  async remember(use: SpaceUse): Promise<void> {
    const row = { measured_at: use.measuredAtMs, value: JSON.stringify(use) };
    await inTransaction(this.#database, (transaction) =>
      transaction
        .insertInto('space_use')
        .values({ singleton: 1, ...row })
        .onConflict((conflict) => conflict.column('singleton').doUpdateSet(row))
        .execute(),
    );
  }

  async find(): Promise<SpaceUse | undefined> {
    const row = await this.#database.kysely
      .selectFrom('space_use')
      .select('value')
      .executeTakeFirst();
    return row && (JSON.parse(row.value) as SpaceUse);
  }

  /**
   * Gives at most 1 MiB of free space back to the disk, in a short transaction. Keeps
   * `retentionLimits.spaceKeptFree` of the file for new rows. Returns false when too little is
   * free.
   *
   * This is faster the less space is free, so call it between steps that delete rows.
   */
  giveBack(): Promise<boolean> {
    const { dialect, kysely, turns } = this.#database;
    return this.#size.take((share) =>
      turns.take(() => dialect.space.releaseFreePages(kysely, share)),
    );
  }

  /** Truncates the file after its content. Call this after the last `giveBack`. */
  truncate(): Promise<void> {
    const { dialect, kysely, turns } = this.#database;
    return turns.take(() => dialect.space.truncateFile(kysely));
  }

  /**
   * Returns table sizes. When the database does not report all of them, estimates the sizes from
   * samples. Scales the estimates so that their sum
   * is `usedBytes`.
   */
  async #complete(
    known: ReadonlyMap<string, number | undefined>,
    sampled: readonly SampledUse[],
    usedBytes: number,
  ): Promise<ReadonlyMap<string, number>> {
    const sizes = [...known].flatMap(([table, bytes]) =>
      bytes === undefined ? [] : [[table, bytes] as const],
    );
    if (sizes.length === known.size) return new Map(sizes);
    const { dialect, kysely } = this.#database;
    const estimates = new Map(
      sampled.flatMap(({ table, projects, isOfShares }) =>
        isOfShares ? [] : [[table, sum(projects.values())] as const],
      ),
    );
    for (const table of known.keys()) {
      if (estimates.has(table)) continue;
      estimates.set(table, (await dialect.space.estimateTable?.(kysely, table)) ?? 0);
    }
    const scale = usedBytes / Math.max(1, sum(estimates.values()));
    return new Map([...estimates].map(([table, bytes]) => [table, Math.round(bytes * scale)]));
  }
}

function toTableUse(table: string, bytes: number, sampled: SampledUse | undefined): TableUse {
  const parts = [...(sampled?.projects ?? [])];
  const scale = bytes / Math.max(1, sum(parts.map(([, part]) => part)));
  return {
    table,
    bytes,
    projects: parts
      .map(([projectId, part]) => ({ projectId, bytes: Math.round(part * scale) }))
      .toSorted((a, b) => a.projectId - b.projectId),
  };
}

function sum(numbers: Iterable<number>): number {
  let all = 0;
  for (const each of numbers) all += each;
  return all;
}
