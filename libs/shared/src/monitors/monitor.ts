import * as monitorLimits from '../limits/monitor-limits.ts';

export const checkInStatuses = ['in_progress', 'ok', 'error'] as const;
export type CheckInStatus = (typeof checkInStatuses)[number];

/**
 * - `missed`: the run did not begin in time.
 * - `timeout`: the run did not end in time.
 * - `unknown`: the run was due, or ended, while Errata was away.
 */
export const runStatuses = [...checkInStatuses, 'missed', 'timeout', 'unknown'] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * Runs of a `muted` monitor are judged but open no issue. No runs of a `disabled` monitor are
 * expected.
 */
export const monitorStates = ['active', 'muted', 'disabled'] as const;
export type MonitorState = (typeof monitorStates)[number];

/** Check-ins change a schedule until people have set it. */
export type ScheduleOrigin = 'nobody' | 'check-ins' | 'people';

export const intervalUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

export type MonitorSchedule =
  /** Five fields, or a name such as `@daily`. */
  | { readonly type: 'crontab'; readonly value: string }
  | { readonly type: 'interval'; readonly value: number; readonly unit: IntervalUnit };

export interface MonitorConfig {
  readonly schedule: MonitorSchedule;
  /** IANA name. */
  readonly timeZone: string;
  readonly marginMinutes: number;
  readonly runtimeMinutes: number;
  /** Failures, and successes, in a row. */
  readonly failureThreshold: number;
  readonly recoveryThreshold: number;
}

/**
 * Returns undefined for a name without letter or digit. Slugs are lower case and have at most 50
 * characters, as in Sentry.
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
