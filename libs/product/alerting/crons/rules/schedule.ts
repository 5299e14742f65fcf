import { Cron } from 'croner';
import { type IntervalUnit, type MonitorSchedule, monitorLimits } from '#shared';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SET_BACK_MS = [30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS];

/** A month counts as its mean length, a year as the longest year. */
const unitMs: Readonly<Record<IntervalUnit, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30.5 * DAY_MS,
  year: 366 * DAY_MS,
};
const LONGEST_MS = monitorLimits.scheduleDays * DAY_MS;
/**
 * Starts of one-year spans without a leap day. A schedule that is due in every span is due every
 * year.
 */
const USUAL_YEARS_MS = [2001, 2002, 2005, 2006].map((year) => Date.UTC(year, 2, 1));

export interface Timetable {
  readonly schedule: MonitorSchedule;
  readonly timeZone: string;
}

/**
 * Returns a sentence about what is wrong with a schedule, or undefined when it is valid. A schedule
 * that is not due in every year, such as the 30th of February, is invalid.
 */
export function findScheduleProblem(timetable: Timetable): string | undefined {
  const { schedule } = timetable;
  if (schedule.type === 'interval') {
    const { value, unit } = schedule;
    return Number.isSafeInteger(value) && value >= 1 && value * unitMs[unit] <= LONGEST_MS
      ? undefined
      : `An interval is a whole number of units, from 1 minute to ${monitorLimits.scheduleDays} days.`;
  }
  if (schedule.value.length > monitorLimits.scheduleLength) {
    return `A schedule has at most ${monitorLimits.scheduleLength} characters.`;
  }
  try {
    const cron = openUsualYears(timetable, schedule.value);
    const isYearly = USUAL_YEARS_MS.every((fromMs) => {
      const next = cron.nextRun(new Date(fromMs));
      return next !== null && next.getTime() <= fromMs + LONGEST_MS;
    });
    return isYearly
      ? undefined
      : `No time matches this schedule in ${monitorLimits.scheduleDays} days.`;
  } catch {
    return isKnownZone(timetable.timeZone)
      ? 'This is no schedule of five fields, as in a crontab.'
      : 'There is no such time zone.';
  }
}

/**
 * Returns when the next run is due after `afterMs`, or undefined when no run will ever be due. The
 * schedule must be valid. A crontab follows the clocks of its time zone; an interval counts from
 * `afterMs`.
 *
 * When clocks go back, a repeated time is due only once, unless the schedule runs every hour. Some
 * cron daemons run the job twice, which is harmless. Expecting a second run that does not come
 * would report a false failure.
 */
export function findNextRun(timetable: Timetable, afterMs: number): number | undefined {
  const { schedule, timeZone } = timetable;
  if (schedule.type === 'interval') return addInterval(afterMs, schedule);
  const cron = openCron(timetable, schedule.value);
  const isRepeated = isEveryHour(schedule.value) ? () => false : createRepeats(timeZone);
  let next = cron.nextRun(new Date(afterMs));
  while (next && isRepeated(next.getTime())) next = cron.nextRun(next);
  return next?.getTime();
}

function isEveryHour(pattern: string): boolean {
  return /^(?:@hourly$|\S+\s+\*(?:\/1)?\s)/i.test(pattern);
}

/**
 * Returns a function that tells whether the zone's clocks have already shown this minute of this
 * day.
 */
function createRepeats(timeZone: string): (atMs: number) => boolean {
  const clock = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (atMs) => {
    const shown = clock.format(atMs);
    return SET_BACK_MS.some((backMs) => clock.format(atMs - backMs) === shown);
  };
}

/**
 * Limits croner to the years around `USUAL_YEARS_MS`. Without a limit croner searches 400 years, a
 * third of a second, for a pattern that never matches.
 */
function openUsualYears({ timeZone }: Timetable, pattern: string): Cron {
  const cron = openCron({ timeZone }, pattern);
  if (pattern.startsWith('@')) return cron;
  const years = { timezone: timeZone, mode: '7-part', paused: true } as const;
  return new Cron(`0 ${pattern.trim()} 2001-2007`, years);
}

function openCron({ timeZone }: Pick<Timetable, 'timeZone'>, pattern: string): Cron {
  return new Cron(pattern, { timezone: timeZone, mode: '5-part', paused: true });
}

function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Adds an interval. Months and years follow the UTC calendar; a day beyond the month's end becomes
 * its last day.
 */
function addInterval(
  fromMs: number,
  { value, unit }: Extract<MonitorSchedule, { type: 'interval' }>,
): number {
  if (unit !== 'month' && unit !== 'year') return fromMs + value * unitMs[unit];
  const date = new Date(fromMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + value * (unit === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
