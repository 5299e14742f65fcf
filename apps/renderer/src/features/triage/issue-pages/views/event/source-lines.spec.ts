import { expect, test } from '@jest/globals';
import { toSourceLines } from './source-lines.ts';

test('lines are numbered around the failing one, without their common indentation', () => {
  const lines = toSourceLines({
    inApp: true,
    line: 42,
    preContext: ['    if (cart) {', ''],
    contextLine: '      throw error;',
    postContext: ['    }  '],
  });
  expect(lines).toEqual([
    { number: 40, text: 'if (cart) {', failing: false, isFar: false },
    { number: 41, text: '', failing: false, isFar: false },
    { number: 42, text: '  throw error;', failing: true, isFar: false },
    { number: 43, text: '}', failing: false, isFar: false },
  ]);
});

test('lines are far from the failing one beyond the third', () => {
  const lines = toSourceLines({
    inApp: true,
    preContext: ['a', 'b', 'c', 'd'],
    contextLine: 'e',
    postContext: ['f', 'g', 'h', 'i'],
  });
  expect(lines.flatMap(({ text, isFar }) => (isFar ? text : []))).toEqual(['a', 'i']);
});

test('tabs and spaces are not taken for each other', () => {
  const lines = toSourceLines({
    inApp: true,
    preContext: ['\t  a'],
    contextLine: '\tb',
    postContext: ['\t\tc'],
  });
  expect(lines.map(({ text }) => text)).toEqual(['  a', 'b', '\tc']);
});

test('without a line number there is code all the same, without code nothing', () => {
  expect(toSourceLines({ inApp: true, contextLine: 'x' })).toEqual([
    { text: 'x', failing: true, isFar: false },
  ]);
  expect(toSourceLines({ inApp: true, line: 3 })).toEqual([]);
});

test('a line in colours is cut where they change, without the indentation and the blanks at its end', () => {
  const lines = toSourceLines({
    inApp: true,
    preContext: ['  a = `'],
    contextLine: '    b` + 1;  ',
    postContext: ['  c'],
    colours: [[0, 6, 2, 1], [2, 6, 0, 3, 3, 1], []],
  });
  expect(lines.map(({ text, parts }) => parts ?? text)).toEqual([
    [
      ['plain', 'a = '],
      ['string', '`'],
    ],
    [
      ['string', '  b`'],
      ['plain', ' + '],
      ['number', '1'],
      ['plain', ';'],
    ],
    'c',
  ]);
});
