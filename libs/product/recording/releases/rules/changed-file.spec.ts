import { expect, test } from '@jest/globals';
import { isSameFile, listEnds, listFoundPaths, toFileParts } from './changed-file.ts';

test.each([
  ['src/a.ts', 'src/a.ts', true],
  ['/app/src/a.ts', 'src/a.ts', true],
  ['app:///src/a.ts?v=1', 'web/src/a.ts', true],
  ['webpack://shop/./src/a.ts', 'web/src/a.ts', true],
  ['../../src/a.ts', 'src/a.ts', true],
  [String.raw`C:\app\src\a.cs`, 'src/a.cs', true],
  ['/app/main.py', 'main.py', true],
  ['app:///main.js', 'main.js', true],
  ['/app/src/main.py', 'main.py', false],
  ['index.ts', 'web/src/index.ts', false],
  ['index.ts', 'web/index.ts', false],
  ['index.ts', 'index.ts', true],
  ['lib/src/a.ts', 'web/src/a.ts', false],
  ['src/ba.ts', 'a.ts', false],
  ['src/b.ts', 'src/a.ts', false],
  ['x'.repeat(501), 'x'.repeat(501), false],
])('isSameFile says whether the frame %s is in the file %s: %s', (frame, path, expected) => {
  expect(isSameFile(toFileParts(frame), toFileParts(path))).toBe(expected);
  const ends = listFoundPaths([{ path, type: 'M' }], 1).map(({ end }) => end);
  const asked = listEnds(toFileParts(frame));
  expect(!expected || ends.some((end) => asked.includes(end))).toBe(true);
});

test('listFoundPaths lists files that a commit kept, and none of a large commit', () => {
  const patchSet = [
    { path: 'src/a.ts', type: 'M' },
    { path: 'src/a.ts', type: 'A' },
    { path: 'src/b.ts', type: 'D' },
    { path: 'x'.repeat(501), type: 'M' },
  ];
  expect(listFoundPaths(patchSet, 4)).toEqual([{ path: 'src/a.ts', end: 'src/a.ts' }]);
  expect(listFoundPaths(patchSet, 3)).toEqual([]);
});
