import { expect, it } from '@jest/globals';
import { listNearest } from './nearest.ts';

const KNOWN = ['level', 'environment', 'release', 'timesSeen', 'TypeError', 'SyntaxError', 'url'];

it.each([
  ['enviroment', ['environment']],
  ['levle', ['level']],
  ['times_seen', ['timesSeen']],
  ['TypeEror', ['TypeError']],
  ['URL', ['url']],
  ['customer', []],
  ['', []],
  ['x'.repeat(500), []],
  ['level😀', ['level']],
])('listNearest finds the known names that are near %s', (name, nearest) => {
  expect(listNearest(name, KNOWN, 3)).toEqual(nearest);
});

it('listNearest puts the nearest name first, and lists no more than are asked for', () => {
  expect(listNearest('test', ['texts', 'tests', 'rest', 'toast', 'best'], 3)).toEqual([
    'tests',
    'rest',
    'best',
  ]);
});
