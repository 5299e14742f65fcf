import { describe, expect, it } from '@jest/globals';
import type { IntervalUnit } from '#shared';
import { findNextRun, findScheduleProblem } from './schedule.ts';

const crontab = (value: string, timeZone = 'UTC') => ({
  schedule: { type: 'crontab', value } as const,
  timeZone,
});
const interval = (value: number, unit: IntervalUnit) => ({
  schedule: { type: 'interval', value, unit } as const,
  timeZone: 'UTC',
});

describe('findNextRun', () => {
  it.each([
    ['*/5 * * * *', 'UTC', '2026-01-05T12:00:00Z', '2026-01-05T12:05:00Z'],
    ['0 2 * * 1-5', 'UTC', '2026-01-09T03:00:00Z', '2026-01-12T02:00:00Z'],
    // Either is enough, as cron has it.
    ['0 0 1 * MON', 'UTC', '2026-01-02T00:00:00Z', '2026-01-05T00:00:00Z'],
    ['@daily', 'UTC', '2026-01-05T12:00:00Z', '2026-01-06T00:00:00Z'],
    ['0 9 * * *', 'America/New_York', '2026-01-05T12:00:00Z', '2026-01-05T14:00:00Z'],
    // Half past two is left out that night: it runs when the clocks have moved.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
    // Half past two comes twice that night, and counts once.
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
  ])('of %s in %s after %s is %s', (value, timeZone, after, next) => {
    expect(findNextRun(crontab(value, timeZone), Date.parse(after))).toBe(Date.parse(next));
  });

  it.each([
    [10, 'minute', '2026-01-31T12:00:00Z', '2026-01-31T12:10:00Z'],
    [2, 'week', '2026-01-31T12:00:00Z', '2026-02-14T12:00:00Z'],
    [1, 'month', '2026-01-31T12:00:00Z', '2026-02-28T12:00:00Z'],
    [1, 'year', '2028-02-29T12:00:00Z', '2029-02-28T12:00:00Z'],
  ] as const)('after every %s %s from %s is %s', (value, unit, after, next) => {
    expect(findNextRun(interval(value, unit), Date.parse(after))).toBe(Date.parse(next));
  });
});

describe('findScheduleProblem', () => {
  it.each([
    [crontab('*/5 * * * *'), undefined],
    [crontab('@hourly', 'Asia/Tokyo'), undefined],
    [interval(1, 'day'), undefined],
    [crontab('* * * * * *'), 'This is no schedule of five fields, as in a crontab.'],
    [crontab('H 2 * * *'), 'This is no schedule of five fields, as in a crontab.'],
    [crontab('0 0 30 2 *'), 'No time matches this schedule.'],
    [crontab('0 2 * * *', 'Mars/Base'), 'There is no such time zone.'],
    [crontab('1,'.repeat(51)), 'A schedule has at most 100 characters.'],
    [interval(0, 'day'), 'An interval is 1 to 1000 units.'],
    [interval(1.5, 'hour'), 'An interval is 1 to 1000 units.'],
  ])('of %j is %j', (timetable, problem) => {
    expect(findScheduleProblem(timetable)).toBe(problem);
  });
});
