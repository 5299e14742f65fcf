import * as monitorLimits from '../limits/monitor-limits.ts';

/** What a check-in says of its run. */
export const checkInStatuses = ['in_progress', 'ok', 'error'] as const;
export type CheckInStatus = (typeof checkInStatuses)[number];

/**
 * What became of a run. `missed`: it has not begun in time. `timeout`: it has not ended in time. `unknown`: it was due, or ended,
 * while Errata was away.
 */
export const runStatuses = [...checkInStatuses, 'missed', 'timeout', 'unknown'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** `muted`: its runs are judged, and open no issue. `disabled`: nothing is expected of it. */
export const monitorStates = ['active', 'muted', 'disabled'] as const;
export type MonitorState = (typeof monitorStates)[number];

/** Whose the schedule of a monitor is. Check-ins change it until `people` have. */
export type ScheduleOrigin = 'nobody' | 'check-ins' | 'people';

export const intervalUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

export type MonitorSchedule =
  /** Five fields, or a name such as `@daily`. */
  | { readonly type: 'crontab'; readonly value: string }
  /** After the run before. */
  | { readonly type: 'interval'; readonly value: number; readonly unit: IntervalUnit };

/** When runs of a monitor are expected, and what of them is a failure. */
export interface MonitorConfig {
  readonly schedule: MonitorSchedule;
  /** IANA. */
  readonly timeZone: string;
  readonly marginMinutes: number;
  readonly runtimeMinutes: number;
  /** Failures in a row, successes in a row. */
  readonly failureThreshold: number;
  readonly recoveryThreshold: number;
}

/** `undefined` for what has no letter or digit. As upstream has it, slugs are in small letters and of at most 50 characters. */
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
