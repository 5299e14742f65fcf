import { describe, expect, it } from '@jest/globals';
import { compileGlobs } from './glob.ts';

const isLike = (pattern: string, text: string): boolean => compileGlobs([pattern])(text);

describe('compileGlobs', () => {
  it.each([
    ['Error', 'error'],
    ['TypeError: *', 'TypeError: x is undefined'],
    ['TypeError: *', 'TypeError: '],
    ['*undefined', 'x is undefined'],
    ['*is*', 'x is undefined'],
    ['a*b*c', 'abc'],
    ['a*b*c', 'a b b c c'],
    ['*ab*ab*', 'xabyabz'],
    ['user ? of ?', 'User 1 of 9'],
    ['*a?c*', 'xx abb a.c'],
    ['?*?', 'ab'],
    ['**a**', 'a'],
    ['1.4.*', '1.4.2-rc.1'],
    ['[a-z]+(', '[A-Z]+('],
    ['ÄRGER*', 'ärger mit Ümlauten'],
    ['*', ''],
  ])('lets %j match %j', (pattern, text) => {
    expect(isLike(pattern, text)).toBe(true);
  });

  it.each([
    ['Error', 'TypeError'],
    ['Error', 'Error: x'],
    ['ab*ba', 'aba'],
    ['*ab*ab*', 'xaby'],
    ['a?c', 'ac'],
    ['?', ''],
    ['?*?', 'a'],
    ['1.4.*', '1x4.2'],
    ['a*b*c', 'acb'],
    ['*b', 'bc'],
    ['', 'a'],
  ])('does not let %j match %j', (pattern, text) => {
    expect(isLike(pattern, text)).toBe(false);
  });

  it('matches when one of several patterns does, and never without patterns', () => {
    expect(compileGlobs(['a', 'b*'])('bc')).toBe(true);
    expect(compileGlobs([])('')).toBe(false);
  });

  // A backtracking regular expression would practically never finish on these.
  it.each([
    ['*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(100_000)],
    [`${'*?a'.repeat(60)}b`, 'a'.repeat(20_000)],
    [`*${'a'.repeat(190)}b*`, 'a'.repeat(100_000)],
    [`*${'?'.repeat(190)}b*`, 'a'.repeat(20_000)],
  ])('ends soon for a hostile pattern: case %#', (pattern, text) => {
    expect(isLike(pattern, text)).toBe(false);
  });
});
