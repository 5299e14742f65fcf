import type { MonitorConfig } from '#shared';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const NAMED: ReadonlyMap<string, string> = new Map([
  ['@yearly', 'every year'],
  ['@annually', 'every year'],
  ['@monthly', 'every month'],
  ['@weekly', 'every week'],
  ['@daily', 'every day at 00:00'],
  ['@midnight', 'every day at 00:00'],
  ['@hourly', 'every hour'],
]);

/** Describes common schedules in words, and returns other crontabs unchanged. */
export function toScheduleWords({ schedule, timeZone }: MonitorConfig): string {
  if (schedule.type === 'interval') {
    const { value, unit } = schedule;
    return value === 1 ? `every ${unit}` : `every ${value} ${unit}s`;
  }
  const words = NAMED.get(schedule.value) ?? readFields(schedule.value);
  return timeZone === 'UTC' ? `${words}, UTC` : `${words}, ${timeZone}`;
}

function readFields(value: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = value.split(/\s+/);
  if (month !== '*' || more.length > 0) return value;
  const isEachDay = day === '*' && weekday === '*';
  if (isEachDay && hour === '*') return toMinutes(minute) ?? value;
  const time = toTime(hour, minute);
  if (time === undefined) return value;
  if (isEachDay) return `every day at ${time}`;
  if (day === '*' && weekday === '1-5') return `on working days at ${time}`;
  if (day === '*' && /^[0-7]$/.test(weekday))
    return `every ${WEEKDAYS[Number(weekday) % 7]} at ${time}`;
  if (weekday === '*' && /^\d{1,2}$/.test(day))
    return `on day ${Number(day)} of each month at ${time}`;
  return value;
}

function toMinutes(minute: string): string | undefined {
  if (minute === '*' || minute === '*/1') return 'every minute';
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1];
  if (step !== undefined) return `every ${step} minutes`;
  return /^\d{1,2}$/.test(minute) ? `every hour at minute ${Number(minute)}` : undefined;
}

function toTime(hour: string, minute: string): string | undefined {
  return /^\d{1,2}$/.test(hour) && /^\d{1,2}$/.test(minute)
    ? `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
    : undefined;
}
