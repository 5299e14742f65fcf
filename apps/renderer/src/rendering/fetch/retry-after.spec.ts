import { describe, expect, it } from '@jest/globals';
import { parseRetryAfter } from './retry-after.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['2', 2000],
    [' 120 ', 120_000],
  ])('reads %p as seconds', (header, ms) => {
    expect(parseRetryAfter(header, NOW_MS)).toBe(ms);
  });

  it.each([
    'Mon, 05 Jan 2026 12:00:30 GMT',
    'Monday, 05-Jan-26 12:00:30 GMT',
    'Mon Jan  5 12:00:30 2026',
  ])('reads %p as the time until that date', (header) => {
    expect(parseRetryAfter(header, NOW_MS)).toBe(30_000);
  });

  it('reads a date that has passed as no wait', () => {
    expect(parseRetryAfter('Mon, 05 Jan 2026 11:59:59 GMT', NOW_MS)).toBe(0);
  });

  it.each([
    null,
    '',
    '-1',
    '1.5',
    '1, 2',
    'soon',
    '2027-01-05',
    'Monday',
    'Mon, soon',
    'Mon, 99 Jan 2026 12:00:30 GMT',
    'Mon, 05 Jan 2026 12:00:30 +0100',
  ])('reads nothing from %p', (header) => {
    expect(parseRetryAfter(header, NOW_MS)).toBeUndefined();
  });
});
