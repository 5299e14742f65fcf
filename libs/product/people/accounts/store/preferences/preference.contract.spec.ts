import { expect, it } from '@jest/globals';
import { addPeople, onEachDatabase } from '../../../../testing/index.ts';
import { joinPreferences } from './migrations/0041-join-preferences.ts';

onEachDatabase('PreferenceStore', ({ openFresh }) => {
  it('keeps the latest preference of each person, and none that was unset', async () => {
    const { stores } = await openFresh();
    const [ann, bob] = await addPeople(stores, ['ann', 'bob']);
    const { preferences } = stores;
    expect(await preferences.find(ann!.id, 'filter')).toBeUndefined();
    await preferences.set(ann!.id, 'filter', { release: 'Größe "1"' });
    await preferences.set(ann!.id, 'filter', { time: '24h' });
    await preferences.set(bob!.id, 'filter', 'all');
    expect(await preferences.find(ann!.id, 'filter')).toEqual({ time: '24h' });
    expect(await preferences.find(ann!.id, 'other')).toBeUndefined();
    await preferences.set(ann!.id, 'filter', undefined);
    expect(await preferences.find(ann!.id, 'filter')).toBeUndefined();
    expect(await preferences.find(bob!.id, 'filter')).toBe('all');
  });

  it('turns the old preference for single keys into one of the console', async () => {
    const { stores, db } = await openFresh();
    const [ann, bob] = await addPeople(stores, ['ann', 'bob']);
    await stores.preferences.set(ann!.id, 'single-keys', 'off');
    await stores.preferences.set(bob!.id, 'filter', 'all');
    await joinPreferences.up(db as never, undefined as never);
    expect(await stores.preferences.find(ann!.id, 'console')).toEqual({ areKeysOn: false });
    expect(await stores.preferences.find(ann!.id, 'single-keys')).toBeUndefined();
    expect(await stores.preferences.find(bob!.id, 'filter')).toBe('all');
  });
});
