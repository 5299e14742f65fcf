import * as monitorLimits from '../limits/monitor-limits.ts';

export const checkInStatuses = ['in_progress', 'ok', 'error'] as const;
export type CheckInStatus = (typeof checkInStatuses)[number];

/**
 * How a run ended, or `in_progress`:
 * - `missed`: the run did not begin in time.
 * - `timeout`: the run did not end in time.
 * - `unknown`: the run was due, or could have ended, while no relay was present.
 */
export const runStatuses = [...checkInStatuses, 'missed', 'timeout', 'unknown'] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * A `muted` monitor opens no issue, but its runs are still judged. A `disabled` monitor expects no
 * runs.
 */
export const monitorStates = ['active', 'muted', 'disabled'] as const;
export type MonitorState = (typeof monitorStates)[number];

/** Origin of a schedule. Check-ins may change the schedule until people have set it. */
export type ScheduleOrigin = 'nobody' | 'check-ins' | 'people';

export const intervalUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

export type MonitorSchedule =
  /** Five fields, or a name such as `@daily`. */
  | { readonly type: 'crontab'; readonly value: string }
  | { readonly type: 'interval'; readonly value: number; readonly unit: IntervalUnit };

export interface MonitorConfig {
  readonly schedule: MonitorSchedule;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  readonly marginMinutes: number;
  readonly runtimeMinutes: number;
  /** Failures in a row that open an issue, and successes in a row that resolve it. */
  readonly failureThreshold: number;
  readonly recoveryThreshold: number;
}

/**
 * Makes a slug from a monitor's name: lower case, at most 50 characters, as in Sentry. Returns
 * undefined for a name without letter or digit.
 */
export function toMonitorSlug(name: string): string | undefined {
  const slug = name
    .slice(0, 4 * monitorLimits.slugLength)
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, monitorLimits.slugLength)
    .replaceAll(/-+$/g, '');
  return /[a-z0-9]/.test(slug) ? slug : undefined;
}
