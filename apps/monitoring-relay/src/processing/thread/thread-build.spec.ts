import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ThreadBuild } from './processing-thread.ts';

let folder: string;
let build: ThreadBuild;

beforeEach(() => {
  folder = createTemporaryFolder();
  for (const name of ['a.worker.js', 'bundled-b.js', 'a.worker.js.map']) {
    writeFileSync(join(folder, name), 'one');
    utimesSync(join(folder, name), 1, 1);
  }
  build = new ThreadBuild(folder);
});

describe('ThreadBuild', () => {
  it('stays the build of the process as long as no script changes', () => {
    writeFileSync(join(folder, 'a.worker.js.map'), 'another');
    expect(build.isReplaced).toBe(false);
  });

  it.each([
    ['a file is longer', () => writeFileSync(join(folder, 'bundled-b.js'), 'three')],
    ['a file was written', () => utimesSync(join(folder, 'a.worker.js'), 2, 2)],
    ['a file has come', () => writeFileSync(join(folder, 'bundled-c.js'), '')],
    ['a file has gone', () => rmSync(join(folder, 'bundled-b.js'))],
    ['the folder has gone', () => rmSync(folder, { recursive: true })],
  ])('is replaced when %s', (_, change) => {
    change();
    expect(build.isReplaced).toBe(true);
  });
});
