import { describe, expect, it } from '@jest/globals';
import { defaultFilters } from '#shared';
import { findFilterProblem } from '#product/recording/filters/rules';
import { createEventFilter } from './filter-event.ts';
import { suggestPattern } from './suggest-pattern.ts';

const raised = (type: string, value: string) => ({ exception: { values: [{ type, value }] } });

describe('suggestPattern', () => {
  it.each([
    [raised('TypeError', 'x is undefined'), 'TypeError: x is undefined'],
    [raised('Error', 'Order 77 of user 1,204 failed'), 'Error: Order * of user * failed'],
    [
      raised('NotFound', 'no row c9bf9e57-1685-4c89-bafb-ff5af830be8a\nin "orders"'),
      'NotFound: no row * in "orders"',
    ],
    [raised('Timeout', ''), 'Timeout'],
    [{ message: 'Queue 7 is full' }, 'Queue * is full'],
    [{ exception: { values: [{ value: 'a' }, { type: 'E', value: 'b' }] } }, 'E: b'],
    [raised('Error', 'x'.repeat(900)), `Error: ${'x'.repeat(192)}*`],
  ])('makes %j the pattern %j', (event, pattern) => {
    expect(suggestPattern(event)).toBe(pattern);
    expect(findFilterProblem('messages', [pattern])).toBeUndefined();
    expect(createEventFilter({ ...defaultFilters, messages: [pattern] })(event)).toBe('messages');
  });

  it.each([{}, { message: '77' }])('suggests nothing for an event without words: %j', (event) => {
    expect(suggestPattern(event)).toBeUndefined();
  });
});
