import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../../../../test/support/random.ts';
import { expectConsistent } from '../../../testing/consistency.ts';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../testing/index.ts';
import { listKeyRows } from '../../../testing/key-rows.ts';
import { kyselyOf } from '../../../testing/kysely-of.ts';
import { toKeys } from '../../../testing/reports.ts';

const SEEDS = [1, 2, 3];
const ROUNDS = 25;
/** One letter a version, newest first. */
const VERSIONS = ['m', 'n', 'o'];
const KEYS_PER_VERSION = 7;
const WORDS = VERSIONS.flatMap((letter) =>
  Array.from({ length: KEYS_PER_VERSION }, (_, index) => `${letter}${index}`),
);

/** What the store promises, for one event after another. */
class Model {
  /** By key: the key of the row where it leads. */
  readonly #leads = new Map<string, string>();
  /** Events by the key of their row. */
  readonly rows = new Map<string, number>();

  record(keys: readonly string[]): void {
    const known = keys.find((key) => this.#leads.has(key));
    const row = known === undefined ? keys[0]! : this.#leads.get(known)!;
    for (const key of keys) if (!this.#leads.has(key)) this.#leads.set(key, row);
    this.rows.set(row, (this.rows.get(row) ?? 0) + 1);
  }

  delete(row: string): void {
    this.rows.delete(row);
    for (const [key, to] of this.#leads) if (to === row) this.#leads.delete(key);
  }

  toJSON() {
    const pointers = [...this.#leads].filter(([key, row]) => key !== row);
    return { rows: Object.fromEntries(this.rows), pointers: Object.fromEntries(pointers) };
  }
}

describe('random batches of events with keys by several versions', () => {
  onEachDatabase(({ openFresh }) => {
    it.each(SEEDS)('group as each event alone would: seed %i', async (seed) => {
      const { stores, database } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      const db = kyselyOf(database);
      const random = createRandom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
      const drawKeys = (): string[] => {
        const keys = VERSIONS.flatMap((letter) =>
          random() < 0.6 ? `${letter}${Math.floor(random() * KEYS_PER_VERSION)}` : [],
        );
        return keys.length > 0 ? keys : [pick(WORDS)];
      };
      const model = new Model();
      for (let round = 0; round < ROUNDS; round += 1) {
        const batch = Array.from({ length: 1 + Math.floor(random() * 6) }, drawKeys);
        for (const keys of batch) model.record(keys);
        const events = batch.map((groupedBy) => createGroupedEvent({ groupedBy }));
        await stores.reports.record([createReport(round, events)]);
        expect(await listKeyRows(db, WORDS)).toEqual(model.toJSON());
        if (random() < 0.5) {
          const row = pick([...model.rows.keys()]);
          model.delete(row);
          const { issue_id } = await db
            .selectFrom('grouping_keys')
            .select('issue_id')
            .where('key', '=', toKeys(row)[0]!.key)
            .executeTakeFirstOrThrow();
          await stores.deletions.delete(issue_id!);
        }
      }
      while (await stores.deletions.sweep());
      await expectConsistent(db);
      expect(await listKeyRows(db, WORDS)).toEqual(model.toJSON());
    });
  });
});
