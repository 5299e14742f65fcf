import { describe, expect, it } from '@jest/globals';
import { findDear, UNCUT } from './support/growth.ts';
import { texts } from './support/growth-recipes.ts';

/** Does something `steps` times. */
function work(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) % 1_000_003;
  return sum;
}

describe('findDear', () => {
  it.each([
    ['finds the text that makes a pattern quadratic', /@+b/, /"@" × n.*: a doubling/],
    ['finds nothing about a pattern that looks at each character once', /@+b/y, /^$/],
  ])('%s', async (_, pattern, expected) => {
    const fault = await findDear(UNCUT, texts, (text) => pattern.test(text));
    expect(fault ?? '').toMatch(expected);
  });

  it.each([
    ['linear work', 1, true],
    ['work that grows with the power of 1.5', 1.5, false],
  ])('tells %s', async (_, power, isFine) => {
    const fault = await findDear(UNCUT, texts.slice(0, 3), ({ length }) =>
      work(Math.round(length ** power)),
    );
    expect(fault === undefined).toBe(isFine);
  });
});
