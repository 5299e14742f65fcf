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
])('of %s', (name, nearest) => {
  expect(listNearest(name, KNOWN, 3)).toEqual(nearest);
});

it('offers the nearest first, and no more than are asked for', () => {
  expect(listNearest('test', ['texts', 'tests', 'rest', 'toast', 'best'], 3)).toEqual([
    'tests',
    'rest',
    'best',
  ]);
});
