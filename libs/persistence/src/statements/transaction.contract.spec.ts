import { expect, it } from '@jest/globals';
import type { KyselyDatabase } from '../kysely-database.ts';
import { openDatabase, createStores } from '#product';
import { createGroupedEvent, createReport, onEachDatabase } from '#product/testing';
import { WriteTurns } from '../write-turns.ts';
import { inTransaction, Overtaken } from './transaction.ts';

class HeldTurns extends WriteTurns {
  asked = 0;
  give!: () => void;
  private readonly given = new Promise<void>((resolve) => (this.give = resolve));

  override async take<Result>(work: () => Promise<Result>): Promise<Result> {
    this.asked += 1;
    await this.given;
    return work();
  }
}

onEachDatabase('inTransaction', ({ openFresh }) => {
  async function openWithInsert() {
    const { database, stores } = await openFresh();
    let runs = 0;
    const insert = (overtaken: number) =>
      inTransaction(database as KyselyDatabase, async (transaction) => {
        runs += 1;
        await transaction
          .insertInto('projects')
          .values({ slug: `run-${runs}`, name: 'x', created_at: 0 })
          .execute();
        if (runs <= overtaken) throw new Overtaken();
        return runs;
      });
    return { insert, projects: stores.projects };
  }

  it('runs the work again when it was overtaken, without the writes of the first run', async () => {
    const { insert, projects } = await openWithInsert();
    expect(await insert(1)).toBe(2);
    expect((await projects.list()).map(({ slug }) => slug)).toEqual(['run-2']);
  });

  it('reports the database as unavailable when the work is overtaken every time', async () => {
    const { insert, projects } = await openWithInsert();
    await expect(insert(Infinity)).rejects.toMatchObject({ code: 'database.unavailable' });
    expect(await projects.list()).toEqual([]);
  });

  it('records no report and removes nothing before its turn to write comes', async () => {
    const { stores, config } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }]);
    const turns = new HeldTurns();
    const database = openDatabase(config, turns);
    const { reports, outcomes, projects } = createStores(database);
    const recording = reports.record([createReport(1, [createGroupedEvent()])]);
    const removing = outcomes.removeOld(Date.now());
    // Reads do not wait for a write turn. Recording reads several times before it asks for its
    // turn, so this loop reads on until both writers have asked.
    for (let reads = 0; reads < 5000 && turns.asked < 2; reads += 1) await projects.list();
    expect(turns.asked).toBe(2);
    expect(await stores.issues.list({ limit: 1 })).toEqual([]);
    turns.give();
    expect(await recording).toMatchObject({ stored: 1 });
    await removing;
    expect(await stores.issues.list({ limit: 1 })).toHaveLength(1);
    await database.close();
  });
});
