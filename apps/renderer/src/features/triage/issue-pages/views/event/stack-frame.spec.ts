import { expect, test } from '@jest/globals';
import { toSourceLines } from './stack-frame.tsx';

test('source lines are numbered around the failing line, without their common indentation', () => {
  const lines = toSourceLines({
    inApp: true,
    line: 42,
    preContext: ['    if (cart) {', ''],
    contextLine: '      throw error;',
    postContext: ['    }  '],
  });
  expect(lines).toEqual([
    { number: 40, text: 'if (cart) {', indent: 4, failing: false, isFar: false },
    { number: 41, text: '', indent: 4, failing: false, isFar: false },
    { number: 42, text: '  throw error;', indent: 4, failing: true, isFar: false },
    { number: 43, text: '}', indent: 4, failing: false, isFar: false },
  ]);
});

test('source lines are far from the failing line beyond the third line', () => {
  const lines = toSourceLines({
    inApp: true,
    preContext: ['a', 'b', 'c', 'd'],
    contextLine: 'e',
    postContext: ['f', 'g', 'h', 'i'],
  });
  expect(lines.flatMap(({ text, isFar }) => (isFar ? text : []))).toEqual(['a', 'i']);
});

test('source lines keep tabs and spaces apart when they lose their indentation', () => {
  const lines = toSourceLines({
    inApp: true,
    preContext: ['\t  a'],
    contextLine: '\tb',
    postContext: ['\t\tc'],
  });
  expect(lines.map(({ text }) => text)).toEqual(['  a', 'b', '\tc']);
});

test('source lines need no line number, but there are none without code', () => {
  expect(toSourceLines({ inApp: true, contextLine: 'x' })).toEqual([
    { text: 'x', indent: 0, failing: true, isFar: false },
  ]);
  expect(toSourceLines({ inApp: true, line: 3 })).toEqual([]);
});
