import { expect, it } from '@jest/globals';
import { kyselyOf } from '../testing/kysely-of.ts';
import { onEachDatabase } from '#product/testing';
import { toIdList, toIdParameter } from './id-list.ts';
import { KeptQueries } from './kept-queries.ts';

onEachDatabase('KeptQueries', ({ kind, openFresh }) => {
  async function openWithProjects() {
    const { database, stores } = await openFresh();
    await stores.projects.ensure([
      { slug: 'one', id: 1 },
      { slug: 'two', id: 2 },
      { slug: 'three', id: 3 },
    ]);
    const kysely = kyselyOf(database);
    return { kept: new KeptQueries(kysely), kysely };
  }

  it('builds a query once, and runs it with the values of each call', async () => {
    const { kept, kysely } = await openWithProjects();
    let built = 0;
    const find = async (ids: readonly number[], notSlug: string) => {
      const values = { ids: toIdParameter(kind, ids), notSlug };
      const rows = await kept.run('some', values, (slot) => {
        built += 1;
        return kysely
          .selectFrom('projects')
          .select('slug')
          .where('slug', '!=', slot('notSlug'))
          .where('id', 'in', toIdList(kind, slot('ids')))
          .where('slug', '!=', slot('notSlug'))
          .orderBy('id', 'desc');
      });
      return rows.map(({ slug }) => slug);
    };
    expect(await find([1, 2, 3], 'two')).toEqual(['three', 'one']);
    expect(await find([1, 2], 'none')).toEqual(['two', 'one']);
    expect(await find([], 'none')).toEqual([]);
    expect(built).toBe(1);
  });

  it('keeps queries of different names apart', async () => {
    const { kept, kysely } = await openWithProjects();
    const projects = kysely.selectFrom('projects').select('slug').orderBy('id');
    const list = (name: 'first' | 'last') =>
      kept.run(name, { id: 2 }, (slot) =>
        projects.where('id', name === 'first' ? '<' : '>', slot('id')),
      );
    expect(await list('first')).toEqual([{ slug: 'one' }]);
    expect(await list('last')).toEqual([{ slug: 'three' }]);
    expect(await list('first')).toEqual([{ slug: 'one' }]);
  });

  it('builds a query once for each of the first limits, and once for all others', async () => {
    const { kept, kysely } = await openWithProjects();
    let built = 0;
    const list = (limit: number) =>
      kept.run('some', { limit }, (slot) => {
        built += 1;
        return kysely.selectFrom('projects').select('id').orderBy('id').limit(slot('limit'));
      });
    const lengths = [];
    for (const limit of [1, 2, 1]) lengths.push((await list(limit)).length);
    expect(lengths).toEqual([1, 2, 1]);
    expect(built).toBe(2);
    for (let limit = 100; limit > 2; limit -= 1) await list(limit);
    expect(built).toBe(11);
    expect(await list(50)).toHaveLength(3);
  });
});
