import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { holdSqliteLock } from '#persistence';
import { createTemporaryFolder } from '../test/support/temporary-folder.ts';
import { WorkPlace } from './work-place.ts';

it('WorkPlace gives work a folder of its own, and removes it', async () => {
  const dataDir = createTemporaryFolder();
  const place = new WorkPlace({ dataDir, minFreeDiskBytes: 0 });
  const folders = await Promise.all(
    ['a', 'b'].map((name) =>
      place.inFolder(async (folder) => {
        writeFileSync(join(folder, name), '');
        return folder;
      }),
    ),
  );
  expect(new Set(folders).size).toBe(2);
  expect(readdirSync(join(dataDir, 'work'))).toEqual([]);
});

it('WorkPlace removes what an ended process has left, and nothing that is held or new', async () => {
  const dataDir = createTemporaryFolder();
  const place = new WorkPlace({ dataDir, minFreeDiskBytes: 0 });
  const left = join(dataDir, 'work', 'bundle-left');
  const fresh = join(dataDir, 'work', 'bundle-new');
  for (const folder of [left, fresh]) mkdirSync(folder, { recursive: true });
  await holdSqliteLock(join(left, 'held.lock'), async () => undefined);
  utimesSync(left, 1, 1);
  await place.inFolder(async (held) => {
    utimesSync(held, 1, 1);
    await new WorkPlace({ dataDir, minFreeDiskBytes: 0 }).removeLeft();
    expect([left, fresh, held].map((each) => existsSync(each))).toEqual([false, true, true]);
  });
});

it('WorkPlace leaves free what is to be free', async () => {
  const place = new WorkPlace({ dataDir: createTemporaryFolder(), minFreeDiskBytes: 2 ** 52 });
  expect(await place.findRoom()).toBeLessThan(0);
});
