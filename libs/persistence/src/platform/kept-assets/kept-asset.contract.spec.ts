import { describe, expect, it } from '@jest/globals';
import { onEachDatabase } from '../../testing/index.ts';
import type { KeptAsset } from './kept-asset.store.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const ALL = ['br', 'gzip', 'identity'];

function asset(name: string, encoding = 'identity', text = `${name} ${encoding}`): KeptAsset {
  return { name, encoding, body: Buffer.from(text) };
}

describe('KeptAssetStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function openWithBuild(build = 'one') {
      const { stores, openAgain } = await openFresh();
      await stores.keptAssets.touch(build, NOON_MS);
      return { kept: stores.keptAssets, openAgain };
    }

    it('finds for every process what one of them kept, byte for byte', async () => {
      const { kept, openAgain } = await openWithBuild();
      const body = Buffer.from([0, 255, 10, 128]);
      await kept.keep('one', { name: 'a-12345678.js', encoding: 'br', body });
      const found = await openAgain().stores.keptAssets.find('a-12345678.js', ALL);
      expect(found).toEqual({ name: 'a-12345678.js', encoding: 'br', body });
    });

    it('finds the smallest form among those asked for', async () => {
      const { kept } = await openWithBuild();
      await kept.keep('one', asset('a.js', 'identity', 'as it is'));
      await kept.keep('one', asset('a.js', 'br', 'br'));
      await kept.keep('one', asset('a.js', 'gzip', 'gzip'));
      const find = async (encodings: string[]) => (await kept.find('a.js', encodings))?.encoding;
      expect(await find(ALL)).toBe('br');
      expect(await find(['identity', 'gzip'])).toBe('gzip');
      expect(await find(['identity'])).toBe('identity');
      expect(await find(['zstd'])).toBeUndefined();
      expect(await find([])).toBeUndefined();
    });

    it('finds nothing under a name that no build has', async () => {
      const { kept } = await openWithBuild();
      expect(await kept.find('a.js', ALL)).toBeUndefined();
      expect(await kept.listForms('two')).toEqual([]);
    });

    it('lists what there is of a build alone', async () => {
      const { kept } = await openWithBuild();
      await kept.touch('two', NOON_MS);
      await kept.keep('one', asset('a.js'));
      await kept.keep('one', asset('a.js', 'br'));
      await kept.keep('two', asset('b.js'));
      expect(await kept.listForms('one')).toEqual(
        expect.arrayContaining([
          { name: 'a.js', encoding: 'identity' },
          { name: 'a.js', encoding: 'br' },
        ]),
      );
      expect(await kept.listForms('two')).toEqual([{ name: 'b.js', encoding: 'identity' }]);
    });

    it('leaves what is kept already as it is', async () => {
      const { kept } = await openWithBuild();
      await kept.keep('one', asset('a.js', 'identity', 'first'));
      await kept.keep('one', asset('a.js', 'identity', 'later'));
      expect((await kept.find('a.js', ALL))?.body.toString()).toBe('first');
    });

    it('takes the same files from several processes at once', async () => {
      const { openAgain } = await openWithBuild();
      const processes = Array.from({ length: 4 }, () => openAgain().stores.keptAssets);
      await Promise.all(
        processes.map(async (kept, process) => {
          await kept.touch('one', NOON_MS + process);
          for (const name of ['a.js', 'b.js', 'c.js']) await kept.keep('one', asset(name));
        }),
      );
      expect(await processes[0]?.listForms('one')).toHaveLength(3);
    });

    it('keeps nothing of a build that it does not know', async () => {
      const { kept } = await openWithBuild();
      // Not toThrow: the driver's errors may stem from another file's realm, and count as none there.
      await expect(kept.keep('two', asset('a.js'))).rejects.toMatchObject({
        message: expect.stringMatching(/foreign key/i),
      });
    });

    it('forgets the builds that nobody used since, with their files', async () => {
      const { kept } = await openWithBuild();
      await kept.touch('two', NOON_MS + 1);
      await kept.keep('one', asset('a.js'));
      await kept.keep('two', asset('b.js'));
      expect(await kept.forget(NOON_MS + 1)).toBe(1);
      expect(await kept.find('a.js', ALL)).toBeUndefined();
      expect(await kept.find('b.js', ALL)).toBeDefined();
      expect(await kept.forget(NOON_MS + 1)).toBe(0);
    });

    it('finds a file as long as one build that has it is kept', async () => {
      const { kept } = await openWithBuild();
      await kept.touch('two', NOON_MS + 1);
      for (const build of ['one', 'two']) await kept.keep(build, asset('shared.js'));
      await kept.forget(NOON_MS + 1);
      expect(await kept.find('shared.js', ALL)).toBeDefined();
    });

    it('goes by the latest use, in whatever order uses are noted', async () => {
      const { kept } = await openWithBuild();
      await kept.touch('one', NOON_MS + 10);
      await kept.touch('one', NOON_MS + 5);
      expect(await kept.forget(NOON_MS + 10)).toBe(0);
      expect(await kept.forget(NOON_MS + 11)).toBe(1);
    });
  });
});
