import { expect, it } from '@jest/globals';
import { toClock, toSpan } from './log-clock.ts';

const AT_MS = Date.UTC(2026, 0, 5, 23, 30, 2, 4);

it('toClock and toSpan write times in the zone of the page, with days where these differ', () => {
  const utc = { zone: 'UTC', dates: 'iso' };
  const berlin = { zone: 'Europe/Berlin', dates: 'de' };
  expect(toClock(AT_MS, utc)).toBe('23:30:02.004');
  expect(toClock(AT_MS, berlin)).toBe('00:30:02.004');
  expect(toSpan(AT_MS, AT_MS + 600_000, utc)).toBe('23:30 to 23:40');
  expect(toSpan(AT_MS - 3_600_000, AT_MS, berlin)).toBe('2026-01-05 23:30 to 2026-01-06 00:30');
});
