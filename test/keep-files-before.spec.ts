import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { keepFilesBefore } from '../scripts/support/views/keep-files-before.mjs';

it('keepFilesBefore keeps the browser files of the previous build, and none of older builds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-builds-'));
  const build = (name: string, ...files: string[]): string => {
    const place = join(folder, name);
    mkdirSync(join(place, '.vite'), { recursive: true });
    mkdirSync(join(place, 'assets'));
    const manifest = files.map((file) => [file, { file: `assets/${file}` }]);
    writeFileSync(join(place, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(manifest)));
    for (const file of files.flatMap((each) => [each, `${each}.br`]))
      writeFileSync(join(place, 'assets', file), name);
    return place;
  };
  const [first, second, third] = [
    build('1', 'a1.js'),
    build('2', 'a2.js', 'b.js'),
    build('3', 'b.js'),
  ];
  keepFilesBefore(join(folder, 'absent'), first);
  keepFilesBefore(first, second);
  keepFilesBefore(second, third);
  expect(readdirSync(join(third, 'assets'))).toEqual(['a2.js', 'a2.js.br', 'b.js', 'b.js.br']);
  expect(readFileSync(join(third, 'assets/b.js'), 'utf8')).toBe('3');
  rmSync(folder, { recursive: true });
});
