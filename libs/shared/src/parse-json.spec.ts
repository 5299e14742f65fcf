import { describe, expect, it } from '@jest/globals';
import { parseJson } from './parse-json.ts';

describe('parseJson', () => {
  it.each([
    ['{"a":NaN}', { a: null }],
    ['[Infinity,-Infinity, NaN ]', [null, null, null]],
    [
      String.raw`{"NaN":"NaN \" Infinity","b":NaN,"c":"\\"}`,
      { NaN: 'NaN " Infinity', b: null, c: '\\' },
    ],
    ['{"a":"Infinity"}', { a: 'Infinity' }],
  ])('reads %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['', 'NaN,', '{"a":NaNs}', '{"a":"NaN', '+Infinity', 'undefined'])(
    'throws for %s',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it.each([
    ['a text without an end', String.raw`\"`.repeat(500_000)],
    ['a text that ends in an escape', `${String.raw`\"`.repeat(500_000)}\\`],
    ['many tokens', `",${'NaN,'.repeat(200_000)}`],
  ])('goes through %s only once', (_, rest) => {
    expect(() => parseJson(`{"a":NaN,"b":"${rest}`)).toThrow(SyntaxError);
  });
});
