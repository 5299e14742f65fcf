import { expect, it } from '@jest/globals';
import { searchLimits } from '#shared';
import { addPeople, onEachDatabase } from '../../../testing/index.ts';
import type { NewSavedSearch } from './saved-search.store.ts';

const ANN = 1;
const BOB = 2;

onEachDatabase('SavedSearchStore', ({ openFresh }) => {
  async function open() {
    const { stores } = await openFresh('project-1', 'project-2');
    const { savedSearches: searches } = stores;
    await addPeople(stores, ['ann', 'bob']);
    const save = (rest: Partial<NewSavedSearch> = {}) =>
      searches.save({
        name: 'Mine',
        query: 'assigned:me',
        sort: 'events',
        isDefault: false,
        ...rest,
      });
    const named = async (of: Parameters<typeof searches.list>[0]) =>
      (await searches.list(of)).map(({ name, isDefault }) => name + (isDefault ? '*' : ''));
    return { stores, searches, save, named };
  }

  it('lists the searches of a person before those of projects, by name', async () => {
    const { searches, save, named } = await open();
    await save({ userId: ANN, name: 'B', projectId: 1 });
    await save({ userId: ANN, name: 'a\0' });
    await save({ userId: BOB, name: 'of Bob' });
    await save({ projectId: 1, name: 'one' });
    await save({ projectId: 2, name: 'two' });
    expect(await named({ userId: ANN, projectIds: [1] })).toEqual(['a\ufffd', 'B', 'one']);
    expect(await named({ userId: ANN, projectIds: [] })).toEqual(['a\ufffd']);
    expect(await named({ userId: ANN, projectIds: [2] })).toEqual(['a\ufffd', 'two']);
    expect(await named({ userId: 9 })).toEqual(['one', 'two']);
    const [, found] = await searches.list({ userId: ANN, projectIds: [1] });
    expect(found).toEqual({
      id: 1,
      userId: ANN,
      projectId: 1,
      project: { slug: 'project-1', name: expect.any(String) },
      name: 'B',
      query: 'assigned:me',
      sort: 'events',
      isDefault: false,
    });
    expect(await searches.find(1)).toEqual(found);
  });

  it('keeps one default search per owner', async () => {
    const { searches, save, named } = await open();
    const all = { userId: ANN, projectIds: [1, 2] };
    const first = (await save({ userId: ANN, name: 'a', isDefault: true })) ?? 0;
    await save({ projectId: 1, name: 'c', isDefault: true });
    await save({ projectId: 2, name: 'd', isDefault: true });
    await save({ userId: ANN, name: 'b', projectId: 1, isDefault: true });
    expect(await named(all)).toEqual(['a', 'b*', 'c*', 'd*']);
    await searches.change(first, { isDefault: true });
    expect(await named(all)).toEqual(['a*', 'b', 'c*', 'd*']);
    await searches.change(first, { name: 'e' });
    await searches.change(3, { isDefault: false });
    expect(await named(all)).toEqual(['b', 'e*', 'c*', 'd']);
  });

  it('removes a search once', async () => {
    const { searches, save, named } = await open();
    const id = (await save({ userId: ANN })) ?? 0;
    expect([await searches.remove(id), await searches.remove(id)]).toEqual([true, false]);
    expect(await searches.change(id, { name: 'x' })).toBe(false);
    expect(await named({ userId: ANN })).toEqual([]);
  });

  it('keeps a limited number of searches per owner, even when several are saved at once', async () => {
    const { save, named } = await open();
    const most = searchLimits.savedPerOwner;
    for (let saved = 0; saved < most - 1; saved += 1) await save({ userId: ANN });
    const ids = await Promise.all([1, 2, 3].map(() => save({ userId: ANN })));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await named({ userId: ANN })).toHaveLength(most);
    expect(await save({ projectId: 1 })).toBeDefined();
    expect(await save({ projectId: 9 })).toBeUndefined();
  });

  it('removes the searches of a deleted project', async () => {
    const { stores, save, named } = await open();
    await save({ userId: ANN, name: 'a', projectId: 1 });
    await save({ userId: ANN, name: 'b' });
    await save({ projectId: 1, name: 'c' });
    await stores.projectDeletions.delete(1, { nowMs: 1 });
    expect(await named({ userId: ANN })).toEqual(['b']);
  });
});
