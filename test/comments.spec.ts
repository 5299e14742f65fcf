import { describe, expect, it } from '@jest/globals';
import { findUnclearSentences, findUnclearTitles } from '../scripts/support/comments.mjs';

const find = (...lines: string[]): string[] =>
  findUnclearSentences(lines.join('\n')).map(({ line, sentence }) => `${line} ${sentence}`);

describe('findUnclearSentences', () => {
  it.each(['Of', 'By', 'As', 'With', 'What', 'Who', 'That', 'It'])(
    'finds a sentence that begins with %s',
    (word) => {
      expect(find('const a = 1;', `// ${word} the rest is kept.`)).toEqual([
        `2 ${word} the rest is kept`,
      ]);
    },
  );

  it('reads comments of every kind', () => {
    expect(find('/** What is kept. */')).toEqual(['1 What is kept']);
    expect(find('/**', ' * Id.', ' *', ' * By the key.', ' */')).toEqual(['4 By the key']);
    expect(find('{/* Who may. */}')).toEqual(['1 Who may']);
    expect(find('const a = 1; // As sent.')).toEqual(['1 As sent']);
  });

  it('reads every sentence, list items and continued lines', () => {
    expect(find('// Keeps it. It is', '// synced.')).toEqual(['1 It is synced']);
    expect(find('/**', ' * Two:', ' * - With a key', ' */')).toEqual(['3 With a key']);
  });

  it('leaves clear sentences, code and examples alone', () => {
    expect(find('// Keeps the body as it came, with what follows it.')).toEqual([]);
    expect(find('/**', ' * ```ts', ' * // What', ' * It()', ' * ```', ' */')).toEqual([]);
    expect(find("const text = 'It is not a comment.';", 'It(1);')).toEqual([]);
  });
});

describe('findUnclearTitles', () => {
  const findTitles = (...lines: string[]): string[] =>
    findUnclearTitles(lines.join('\n')).map(({ line, sentence }) => `${line} ${sentence}`);

  it('reads titles of suites and tests, in one line, after a table and on a line of their own', () => {
    expect(findTitles("describe('what is kept', () => {")).toEqual(['1 what is kept']);
    expect(findTitles("test.each(rows)('of %s is refused', run);")).toEqual(['1 of %s is refused']);
    expect(findTitles('it.each([', '  [1],', "] as const)('by %s', run);")).toEqual(['3 by %s']);
    expect(findTitles('it(', "  'With a key, it answers.',")).toEqual([
      '1 With a key, it answers.',
    ]);
  });

  it('leaves clear titles and other texts alone', () => {
    expect(findTitles("it('answers what was asked', () => {", "open('of the shop');")).toEqual([]);
  });
});
