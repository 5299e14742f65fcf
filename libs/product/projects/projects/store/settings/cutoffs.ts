import { type RawBuilder, sql } from 'kysely';
import { retentionLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { DAY_MS, toBucketStart } from '#persistence/stores';
import { SettingsStore } from './settings.store.ts';
import { retentionSettings } from './retention-settings.ts';

/**
 * Computes the retention cutoff of each project. Data received before its cutoff is deleted. A
 * cutoff is always the start of a UTC day.
 */
export class Cutoffs {
  readonly #today: number;
  readonly #days: ReadonlyMap<number, number>;

  private constructor(nowMs: number, days: ReadonlyMap<number, number>) {
    this.#today = toBucketStart(nowMs, DAY_MS);
    this.#days = days;
  }

  static async read(database: KyselyDatabase, nowMs: number): Promise<Cutoffs> {
    const set = await new SettingsStore(database).list(retentionSettings);
    return new Cutoffs(nowMs, new Map([...set].map(([id, { days }]) => [id, days])));
  }

  daysOf(projectId: number): number {
    return this.#days.get(projectId) ?? retentionLimits.days;
  }

  of(projectId: number): number {
    return this.#before(this.daysOf(projectId));
  }

  /**
   * Returns an SQL expression for the cutoff of the project whose id is in the column `projectId`.
   */
  ofColumn(projectId: string): RawBuilder<number> {
    const unlessSet = sql.lit(this.#before(retentionLimits.days));
    if (this.#days.size === 0) return sql<number>`${unlessSet}`;
    const cases = [...this.#days].map(
      ([id, days]) => sql`when ${sql.lit(id)} then ${sql.lit(this.#before(days))}`,
    );
    return sql<number>`case ${sql.ref(projectId)} ${sql.join(cases, sql` `)} else ${unlessSet} end`;
  }

  #before(days: number): number {
    return this.#today - (days - 1) * DAY_MS;
  }
}
