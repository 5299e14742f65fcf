import { describe, expect, it } from '@jest/globals';
import { describeErrors } from './describe-errors.ts';

describe('describeErrors', () => {
  it.each([
    [1, ['Too long.'], '1 field needs attention: Too long.'],
    [2, ['Too long.', 'Not here.'], '2 fields need attention: Too long. Not here.'],
    [0, ['Nobody has this password.'], 'Nobody has this password.'],
  ])('counts %i fields with errors', (count, errors, text) => {
    expect(describeErrors(count, errors)).toBe(text);
  });
});
