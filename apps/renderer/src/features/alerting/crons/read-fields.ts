import { findScheduleProblem } from '#product/alerting/crons';
import {
  intervalUnits,
  isTimeZone,
  type MonitorConfig,
  monitorLimits,
  type MonitorSchedule,
} from '#shared';
import type { MonitorDto, MonitorFields } from './crons.dto.ts';

type Errors = Record<string, string[]>;
export type ReadFields =
  | { readonly ok: true; readonly name: string; readonly config: MonitorConfig }
  | { readonly ok: false; readonly errors: Errors };

export function readFields(fields: MonitorDto): ReadFields {
  const errors: Errors = {};
  const { mostMarginMinutes, mostRuntimeMinutes, mostThreshold, nameLength } = monitorLimits;
  const number = (
    field: 'margin' | 'runtime' | 'failures' | 'recoveries',
    most: number,
  ): number => {
    const value = Number(fields[field]);
    const isOne = /^\d{1,9}$/.test(fields[field].trim()) && value >= 1 && value <= most;
    if (!isOne) errors[field] = [`A whole number from 1 to ${most}.`];
    return value;
  };
  const name = fields.name.trim();
  if (name.length < 1 || name.length > nameLength)
    errors['name'] = [`1 to ${nameLength} characters.`];
  const { schedule, timeZone } = readTimetable(fields, errors);
  const config = {
    schedule,
    timeZone,
    marginMinutes: number('margin', mostMarginMinutes),
    runtimeMinutes: number('runtime', mostRuntimeMinutes),
    failureThreshold: number('failures', mostThreshold),
    recoveryThreshold: number('recoveries', mostThreshold),
  };
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, name, config };
}

/** Ignores the fields of the schedule type that is not chosen. The form hides these fields. */
function readTimetable(
  { type, crontab = '', timeZone: zone = '', every, unit }: MonitorDto,
  errors: Errors,
): Pick<MonitorConfig, 'schedule' | 'timeZone'> {
  const isCrontab = type === 'crontab';
  const timeZone = isCrontab ? zone.trim() : 'UTC';
  const isZone = isTimeZone(timeZone);
  if (!isZone) errors['timeZone'] = ['There is no such time zone.'];
  const schedule: MonitorSchedule = isCrontab
    ? { type, value: crontab.trim() }
    : { type, value: Number(every), unit: intervalUnits.find((each) => each === unit) ?? 'day' };
  const problem = findScheduleProblem({ schedule, timeZone: isZone ? timeZone : 'UTC' });
  if (problem !== undefined) errors[isCrontab ? 'crontab' : 'every'] = [problem];
  return { schedule, timeZone };
}

export function toFields(name: string, config: MonitorConfig | undefined): MonitorFields {
  const { schedule } = config ?? {};
  return {
    name,
    type: schedule?.type ?? 'crontab',
    crontab: schedule?.type === 'crontab' ? schedule.value : '',
    every: schedule?.type === 'interval' ? String(schedule.value) : '1',
    unit: schedule?.type === 'interval' ? schedule.unit : 'hour',
    timeZone: config?.timeZone ?? 'UTC',
    margin: String(config?.marginMinutes ?? monitorLimits.defaultMarginMinutes),
    runtime: String(config?.runtimeMinutes ?? monitorLimits.defaultRuntimeMinutes),
    failures: String(config?.failureThreshold ?? 1),
    recoveries: String(config?.recoveryThreshold ?? 1),
  };
}
