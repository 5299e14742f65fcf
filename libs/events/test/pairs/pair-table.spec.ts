import { describe, expect, it } from '@jest/globals';
import { pairsOf } from './pair-table.ts';

const toEvent = (...parts: readonly string[]) => ({ parts });

describe('pairsOf', () => {
  it('reads a pair from each line, which lines that begin with ¦ continue', () => {
    const end = 'b → c';
    expect(pairsOf(toEvent)`
      = one line ¦ a ¦ a → ${end}
      ≠ three lines
        ¦ C:\new
        ¦ \`d\` ␤ ␀
    `).toEqual([
      ['same', 'one line', toEvent('a'), toEvent('a', 'b', 'c')],
      ['different', 'three lines', toEvent('C:\\new'), toEvent('`d` \n \0')],
    ]);
  });

  it.each([
    ['a missing sign', () => pairsOf(toEvent)`moved ¦ a ¦ b`],
    ['a missing reason', () => pairsOf(toEvent)`= ¦ a ¦ b`],
    ['a missing event', () => pairsOf(toEvent)`= moved ¦ a`],
    ['an empty event', () => pairsOf(toEvent)`= moved ¦ a ¦`],
    ['a third event', () => pairsOf(toEvent)`= moved ¦ a ¦ b ¦ c`],
  ])('throws an error with the row for %s', (_what, read) => {
    expect(read).toThrow(/unlike: (?:= |moved |= moved )¦ a/);
  });
});
