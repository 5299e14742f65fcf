import { expect, it } from '@jest/globals';
import { toPrintable, toPrintableLine } from './printable.ts';

const ESCAPE = '\u001B';

it('toPrintable spells out characters that would act on a terminal', () => {
  expect(toPrintable(`a${ESCAPE}[2Jb\r\u009b\u202E`)).toBe(
    String.raw`a\u001b[2Jb\u000d\u009b\u202e`,
  );
  expect(toPrintable('語 😀 é\n\tat x')).toBe('語 😀 é\n\tat x');
});

it('toPrintableLine keeps a text of several lines on one line', () => {
  expect(toPrintableLine('one\n\ttwo')).toBe(String.raw`one\n\ttwo`);
});
