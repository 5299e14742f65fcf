import { describe, expect, it } from '@jest/globals';
import type { MonitorSchedule } from '#shared';
import { toScheduleWords } from './schedule-words.ts';

const of = (schedule: MonitorSchedule, timeZone = 'UTC') =>
  toScheduleWords({
    schedule,
    timeZone,
    marginMinutes: 1,
    runtimeMinutes: 30,
    failureThreshold: 1,
    recoveryThreshold: 1,
  });

describe('toScheduleWords', () => {
  it.each([
    ['* * * * *', 'every minute, UTC'],
    ['*/15 * * * *', 'every 15 minutes, UTC'],
    ['5 * * * *', 'every hour at minute 5, UTC'],
    ['0 2 * * *', 'every day at 02:00, UTC'],
    ['30 9 * * 1-5', 'on working days at 09:30, UTC'],
    ['0 4 * * 7', 'every Sunday at 04:00, UTC'],
    ['0 4 1 * *', 'on day 1 of each month at 04:00, UTC'],
    ['@daily', 'every day at 00:00, UTC'],
    ['0 2-4 1 6 *', '0 2-4 1 6 *, UTC'],
  ])('turns the crontab %s into "%s"', (value, words) => {
    expect(of({ type: 'crontab', value })).toBe(words);
  });

  it('names the time zone of a crontab, and no time zone of an interval', () => {
    expect(of({ type: 'crontab', value: '0 2 * * *' }, 'Europe/Berlin')).toBe(
      'every day at 02:00, Europe/Berlin',
    );
    expect(of({ type: 'interval', value: 1, unit: 'hour' })).toBe('every hour');
    expect(of({ type: 'interval', value: 2, unit: 'week' })).toBe('every 2 weeks');
  });
});
