import { describe, expect, it } from '@jest/globals';
import { findDear, UNCUT } from './support/growth.ts';
import { texts } from './support/growth-recipes.ts';

describe('findDear', () => {
  it.each([
    ['finds the text that makes a pattern quadratic', /@+b/, /"@" × n.*: [\d.]+ ms and/],
    ['finds nothing about a pattern that looks at each character once', /@+b/y, /^$/],
  ])('%s', async (_, pattern, expected) => {
    const fault = await findDear(UNCUT, texts, (text) => pattern.test(text));
    expect(fault ?? '').toMatch(expected);
  });
});
