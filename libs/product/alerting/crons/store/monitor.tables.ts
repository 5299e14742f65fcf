import type { Generated } from 'kysely';
import type { MonitorState, RunStatus, ScheduleOrigin } from '#shared';

export interface MonitorsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly slug: string;
  readonly name: string;
  /**
   * `removed`: people no longer see the monitor. Its slug was renamed, and a job deletes the rows
   * step by step.
   */
  readonly state: MonitorState | 'removed';
  /** JSON of `MonitorConfig`. Null without a usable schedule; no run is expected in that case. */
  readonly config: string | null;
  readonly problem: string | null;
  readonly scheduled_by: ScheduleOrigin;
  readonly rescheduled_at: number | null;
  readonly is_of_check_in: number;
  readonly created_at: number;
}

export interface MonitorEnvironmentsTable {
  readonly id: Generated<number>;
  readonly monitor_id: number;
  readonly project_id: number;
  readonly environment: string;
  readonly created_at: number;
  readonly status: RunStatus | null;
  readonly failures: Generated<number>;
  readonly recoveries: Generated<number>;
  /** 1 from the failure that opens the issue until recovery. */
  readonly is_failing: Generated<number>;
  /** Grouping key of the monitor's issue; null before the first failure. */
  readonly grouping_key: string | null;
  /** Null when not computed yet, or when no run is expected. */
  readonly expected_at: number | null;
  /** Start of the latest run that sent a check-in. */
  readonly last_run_at: number | null;
  /** Time at which the environment is judged next; 0 means at once, null means never. */
  readonly look_at: number | null;
}

export interface MonitorRunsTable {
  readonly id: Generated<number>;
  readonly environment_id: number;
  readonly project_id: number;
  /**
   * Usually 32 hex digits, which the sender or Errata generated. A run that did not begin has
   * `missed-` or `unknown-` and a time instead.
   */
  readonly check_in_id: string;
  readonly status: RunStatus;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly duration_ms: number | null;
  /** Time at which the run was due; set only for a run that did not begin in time. */
  readonly expected_at: number | null;
  readonly timeout_at: number | null;
  readonly release: string | null;
  readonly trace_id: string | null;
  readonly event_id: string | null;
  /** 1 when the run no longer waits to be judged. */
  readonly is_judged: Generated<number>;
}

/**
 * Failures and recoveries that have not reached their issues yet. They are handled in the order of
 * their ids.
 */
export interface MonitorChangesTable {
  readonly id: Generated<number>;
  readonly environment_id: number;
  readonly project_id: number;
  readonly run_id: number | null;
  readonly at: number;
}

export interface MonitorWatchesTable {
  readonly relay: string;
  readonly seen_at: number;
  readonly awake_since: number;
  readonly recorded_until: number;
}

export const tables = [
  'monitors',
  'monitor_environments',
  // Only services of 0.3.0 use this table, in an update.
  'monitor_refusals',
  'monitor_runs',
  'monitor_changes',
  'monitor_watches',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly monitors: MonitorsTable;
    readonly monitor_environments: MonitorEnvironmentsTable;
    readonly monitor_refusals: { readonly project_id: number };
    readonly monitor_runs: MonitorRunsTable;
    readonly monitor_changes: MonitorChangesTable;
    readonly monitor_watches: MonitorWatchesTable;
  }
}
