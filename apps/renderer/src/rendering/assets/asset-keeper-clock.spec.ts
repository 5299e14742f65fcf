import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SystemClock } from '#shared';
import { FolderAssetArchive } from './archive/folder-asset-archive.ts';
import { AssetKeeper } from './asset-keeper.ts';

it('keeps the running build by a clock that goes on, also when nothing else is kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-keeper-'));
  const clock = new SystemClock();
  const archive = new FolderAssetArchive(join(folder, 'assets'), clock);
  const keeper = new AssetKeeper({
    archive,
    build: 'running',
    keptMs: 0,
    clock,
    listAssets: async () => [
      {
        name: 'view-12345678.js',
        encoding: 'identity',
        bytes: 1,
        read: async () => Buffer.from('x'),
      },
    ],
    scheduler: { runAfter: () => () => undefined },
    warn: () => undefined,
  });
  await keeper.start();
  const watched = { misses: 0, isOver: false };
  const watch = (async () => {
    while (!watched.isOver) {
      if (!(await archive.find('view-12345678.js', ['identity']))) watched.misses += 1;
    }
  })();
  for (let round = 0; round < 20; round += 1) await keeper.start();
  watched.isOver = true;
  await watch;
  rmSync(folder, { recursive: true });
  expect(watched.misses).toBe(0);
});
