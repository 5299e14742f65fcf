import { describe, expect, test } from '@jest/globals';
import { formatUtc } from '#shared';
import {
  formatAge,
  formatAgo,
  formatAgoInWords,
  formatClock,
  formatIn,
  toIsoTime,
} from './format-time.ts';

const NOW = Date.UTC(2026, 2, 4, 12, 41, 7, 250);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('formatted instants', () => {
  test('are written in UTC with its name, and in a zone without it', () => {
    expect(formatUtc(NOW)).toBe('2026-03-04 12:41:07 UTC');
    expect(formatIn('UTC', NOW)).toBe('2026-03-04 12:41:07');
    expect(formatClock('Asia/Tokyo', NOW)).toBe('21:41');
    expect(formatClock('Mars/Olympus', NOW)).toBe('12:41 UTC');
    expect(toIsoTime(NOW)).toBe('2026-03-04T12:41:07.250Z');
  });

  test('keep their shape outside four-digit years', () => {
    expect(formatUtc(Date.UTC(-1, 0, 1))).toBe('-000001-01-01 00:00:00 UTC');
    expect(formatClock('UTC', Date.UTC(12_026, 0, 1, 9, 5))).toBe('09:05');
  });

  test.each([Number.NaN, Infinity, 1e17])('are unknown when no calendar has them (%p)', (at) => {
    expect(toIsoTime(at)).toBeUndefined();
    expect(formatUtc(at)).toBe('unknown time');
    expect(formatClock('UTC', at)).toBe('unknown time');
    expect(formatAgo(at, NOW)).toBe('unknown');
    expect(formatAgoInWords(at, NOW)).toBe('unknown');
  });
});

describe('formatted ages', () => {
  test.each([
    [0, 'just now', 'just now'],
    [MINUTE - 1, 'just now', 'just now'],
    [MINUTE, '1 min ago', '1 minute ago'],
    [HOUR - 1, '59 min ago', '59 minutes ago'],
    [HOUR, '1 h ago', '1 hour ago'],
    [2 * DAY - 1, '1 d ago', '1 day ago'],
    [30 * DAY, '1 mo ago', '1 month ago'],
    [800 * DAY, '2 y ago', '2 years ago'],
  ])('show %p ms as "%s" and in words as "%s"', (ageMs, short, inWords) => {
    expect(formatAgo(NOW - ageMs, NOW)).toBe(short);
    expect(formatAgoInWords(NOW - ageMs, NOW)).toBe(inWords);
  });

  test('lie in the future from a minute on, when the clock of an SDK runs ahead', () => {
    expect(formatAgo(NOW + MINUTE - 1, NOW)).toBe('just now');
    expect(formatAgo(NOW + 2 * HOUR, NOW)).toBe('in 2 h');
    expect(formatAgoInWords(NOW + 2 * HOUR, NOW)).toBe('in 2 hours');
  });
});

test.each([
  [NOW - 3 * MINUTE, '3 min'],
  [NOW - 23 * HOUR, '23 h'],
  [NOW - 40 * DAY, '1 mo'],
  [NOW - 59_000, 'now'],
  [NOW + 3 * HOUR, 'now'],
  [Number.NaN, 'unknown'],
])('formatAge shows the instant %p as "%s" in a column', (atMs, text) => {
  expect(formatAge(atMs, NOW)).toBe(text);
});
