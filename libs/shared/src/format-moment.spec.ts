import { expect, it } from '@jest/globals';
import { formatMoment } from './format-moment.ts';

const AT_MS = Date.UTC(2026, 10, 26, 20, 4, 7);

it.each([
  ['UTC', 'iso', '2026-11-26 20:04:07'],
  ['Europe/Berlin', 'iso', '2026-11-26 21:04:07'],
  ['America/New_York', 'en-US', 'Nov 26, 2026, 3:04:07 PM'],
  ['UTC', 'en-GB', '26 Nov 2026, 20:04:07'],
  ['Europe/Berlin', 'de-DE', '26.11.2026, 21:04:07'],
  ['Mars/Olympus', 'de-DE', '2026-11-26 20:04:07 UTC'],
])('a moment in %s, as %s writes dates, reads %s', (zone, dates, text) => {
  expect(formatMoment(AT_MS, { zone, dates }).replaceAll(/\s/g, ' ')).toBe(text);
});

it('a moment that no calendar has reads “unknown time”', () => {
  expect(formatMoment(1e300, { zone: 'Europe/Berlin', dates: 'iso' })).toBe('unknown time');
});
