import { describe, expect, it } from '@jest/globals';
import { addPeople, onEachDatabase } from '../../../../testing/index.ts';

describe('PreferenceStore', () => {
  onEachDatabase(({ openFresh }) => {
    it('has of each person what was set last, and nothing that was taken away', async () => {
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
  });
});
