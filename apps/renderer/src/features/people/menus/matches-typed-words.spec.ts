import { expect, it } from '@jest/globals';
import { matchesTypedWords } from './matches-typed-words.ts';

it.each([
  ['', 'Keys dsn', true],
  ['ke', 'Keys dsn', true],
  ['DSN key', 'Keys dsn', true],
  ['sn', 'Keys dsn', false],
  ['key web', 'Keys dsn', false],
  ['up', 'made-up events', true],
  ['crash-free', 'crash-free sessions', true],
])('the typed words %j match the entry %j: %j', (typed, words, isIt) => {
  expect(matchesTypedWords(typed, words)).toBe(isIt);
});
