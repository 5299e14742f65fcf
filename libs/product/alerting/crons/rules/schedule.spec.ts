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
    // Cron runs a job when day of month or day of week matches.
    ['0 0 1 * MON', 'UTC', '2026-01-02T00:00:00Z', '2026-01-05T00:00:00Z'],
    ['@daily', 'UTC', '2026-01-05T12:00:00Z', '2026-01-06T00:00:00Z'],
    ['0 9 * * *', 'America/New_York', '2026-01-05T12:00:00Z', '2026-01-05T14:00:00Z'],
  ])('finds for %s in %s after %s the run at %s', (value, timeZone, after, next) => {
    expect(findNextRun(crontab(value, timeZone), Date.parse(after))).toBe(Date.parse(next));
  });

  /**
   * Nights in which clocks move: by an hour at 02:00 or 03:00, and by half an hour at 02:00 on Lord
   * Howe Island.
   */
  const nights = {
    berlinBack: ['Europe/Berlin', '2026-10-24T22:30Z', '2026-10-25T03:00Z'],
    berlinForward: ['Europe/Berlin', '2026-03-28T23:30Z', '2026-03-29T03:00Z'],
    newYorkBack: ['America/New_York', '2026-11-01T04:30Z', '2026-11-01T09:00Z'],
    newYorkForward: ['America/New_York', '2026-03-08T05:30Z', '2026-03-08T09:00Z'],
    lordHoweBack: ['Australia/Lord_Howe', '2026-04-04T13:30Z', '2026-04-04T17:00Z'],
    lordHoweForward: ['Australia/Lord_Howe', '2026-10-03T14:00Z', '2026-10-03T17:00Z'],
  } as const;

  it.each([
    ['30 2 * * *', 'berlinBack', '00:30'],
    ['15 1-3 * * *', 'berlinBack', '23:15 00:15 02:15'],
    ['15 1,2,3 * * *', 'berlinBack', '23:15 00:15 02:15'],
    ['*/30 1-3 * * *', 'berlinBack', '23:00 23:30 00:00 00:30 02:00 02:30'],
    ['15 */2 * * *', 'berlinBack', '00:15'],
    ['15 * * * *', 'berlinBack', '23:15 00:15 01:15 02:15'],
    ['15 */1 * * *', 'berlinBack', '23:15 00:15 01:15 02:15'],
    ['@hourly', 'berlinBack', '23:00 00:00 01:00 02:00 03:00'],
    ['*/30 * * * *', 'berlinBack', '23:00 23:30 00:00 00:30 01:00 01:30 02:00 02:30 03:00'],
    // A run whose time the clocks skip is due right after the clocks have moved.
    ['30 2 * * *', 'berlinForward', '01:00'],
    ['15 1-3 * * *', 'berlinForward', '00:15 01:15'],
    ['*/30 1-3 * * *', 'berlinForward', '00:00 00:30 01:00 01:30'],
    ['15 * * * *', 'berlinForward', '00:15 01:15 02:15'],
    ['30 1 * * *', 'newYorkBack', '05:30'],
    ['15 1-3 * * *', 'newYorkBack', '05:15 07:15 08:15'],
    ['*/30 1 * * *', 'newYorkBack', '05:00 05:30'],
    ['30 * * * *', 'newYorkBack', '05:30 06:30 07:30 08:30'],
    ['30 2 * * *', 'newYorkForward', '07:00'],
    ['15 1-3 * * *', 'newYorkForward', '06:15 07:15'],
    ['45 1 * * *', 'lordHoweBack', '14:45'],
    ['45 1-3 * * *', 'lordHoweBack', '14:45 16:15'],
    ['*/30 1-3 * * *', 'lordHoweBack', '14:00 14:30 15:30 16:00 16:30 17:00'],
    ['*/30 * * * *', 'lordHoweBack', '14:00 14:30 15:00 15:30 16:00 16:30 17:00'],
    ['15 2 * * *', 'lordHoweForward', '15:30'],
    ['15 1-3 * * *', 'lordHoweForward', '14:45 16:15'],
  ] as const)('finds for %s in the night "%s" the runs at %s', (value, night, times) => {
    const [timeZone, fromAt, toAt] = nights[night];
    const due: string[] = [];
    let at: number | undefined = Date.parse(fromAt);
    for (;;) {
      at = findNextRun(crontab(value, timeZone), at);
      if (at === undefined || at > Date.parse(toAt)) break;
      due.push(new Date(at).toISOString().slice(11, 16));
    }
    expect(due.join(' ')).toBe(times);
  });

  it.each([
    [10, 'minute', '2026-01-31T12:00:00Z', '2026-01-31T12:10:00Z'],
    [2, 'week', '2026-01-31T12:00:00Z', '2026-02-14T12:00:00Z'],
    [1, 'month', '2026-01-31T12:00:00Z', '2026-02-28T12:00:00Z'],
    [1, 'year', '2028-02-29T12:00:00Z', '2029-02-28T12:00:00Z'],
  ] as const)(
    'finds for an interval of %s %s after %s the run at %s',
    (value, unit, after, next) => {
      expect(findNextRun(interval(value, unit), Date.parse(after))).toBe(Date.parse(next));
    },
  );
});

describe('findScheduleProblem', () => {
  it.each([
    [crontab('*/5 * * * *'), undefined],
    [crontab('@hourly', 'Asia/Tokyo'), undefined],
    [interval(1, 'day'), undefined],
    [crontab('* * * * * *'), 'This is no schedule of five fields, as in a crontab.'],
    [crontab('H 2 * * *'), 'This is no schedule of five fields, as in a crontab.'],
    [crontab('0 0 1 1 *'), undefined],
    ...['0 0 30 2 *', '* * 29 2 *', '0 0 * 2 1#5', '0 0 13 7 +5', '0 0 31 4 +1'].map(
      (rare) => [crontab(rare), 'No time matches this schedule in 366 days.'] as const,
    ),
    [interval(1, 'minute'), undefined],
    ...[interval(366, 'day'), interval(52, 'week'), interval(12, 'month'), interval(1, 'year')].map(
      (longest) => [longest, undefined] as const,
    ),
    ...[
      interval(367, 'day'),
      interval(53, 'week'),
      interval(13, 'month'),
      interval(1000, 'year'),
      interval(0, 'day'),
      interval(1.5, 'hour'),
    ].map(
      (each) =>
        [each, 'An interval is a whole number of units, from 1 minute to 366 days.'] as const,
    ),
    [crontab('0 2 * * *', 'Mars/Base'), 'There is no such time zone.'],
    [crontab('1,'.repeat(51)), 'A schedule has at most 100 characters.'],
  ])('reports about the timetable %j: %j', (timetable, problem) => {
    expect(findScheduleProblem(timetable)).toBe(problem);
  });
});
