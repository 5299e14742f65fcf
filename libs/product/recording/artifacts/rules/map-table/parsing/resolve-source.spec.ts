import { expect, test } from '@jest/globals';
import { resolveSource } from './resolve-source.ts';

test.each([
  ['src/a.ts', '', 'src/a.ts'],
  ['./src/a.ts', '', 'src/a.ts'],
  ['../../src/./a.ts', '', '../../src/a.ts'],
  ['a/b/../../../c.ts', '', '../c.ts'],
  ['a.ts', 'src', 'src/a.ts'],
  ['a.ts', 'src/', 'src/a.ts'],
  ['../a.ts', '/src/', '/a.ts'],
  ['../../a.ts', '/src/', '/a.ts'],
  ['/lib/a.ts', 'src', '/lib/a.ts'],
  ['/lib/a.ts', 'https://cdn.test/src', 'https://cdn.test/lib/a.ts'],
  ['a b.ts', 'https://cdn.test/src/..', 'https://cdn.test/a b.ts'],
  ['../../../a.ts', 'https://cdn.test/src', 'https://cdn.test/a.ts'],
  ['https://cdn.test/a.ts', 'src', 'https://cdn.test/a.ts'],
  ['webpack://app/./src/a.ts', '', 'webpack://app/src/a.ts'],
  ['app/./src/b/../a.ts', '', 'app/./src/a.ts'],
  ['_N_E/(rsc)/./a.ts', '', '_N_E/(rsc)/./a.ts'],
  ['app/./a.ts', 'root', 'root/app/a.ts'],
  ['/./src/a.ts', '', '/./src/a.ts'],
  ['app/./../a.ts', '', 'a.ts'],
  ['webpack:///./src/a.vue?../b#./c', 'src', 'webpack:///src/a.vue?../b#./c'],
  ['webpack:///(webpack)/bootstrap', '', 'webpack:///(webpack)/bootstrap'],
  ['C:\\src\\a.ts', 'src', 'C:\\src\\a.ts'],
  ['...', '', '...'],
  ['', '', ''],
])('resolveSource resolves %j below the root %j to %j', (source, sourceRoot, path) => {
  expect(resolveSource(source, sourceRoot)).toBe(path);
});
