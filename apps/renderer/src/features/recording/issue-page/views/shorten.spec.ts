import { expect, it } from '@jest/globals';
import { shorten } from './shorten.ts';

it.each([
  ['', ''],
  ['1234', '1234'],
  ['12345', '123…'],
  ['12🐞', '12🐞'],
  ['12🐞4', '12\ufffd…'],
])('shorten cuts %j to four characters: %j', (text, expected) => {
  expect(shorten(text, 4)).toBe(expected);
});
