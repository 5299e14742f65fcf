import type { Generated } from 'kysely';
import type { MonitorState, RunStatus, ScheduleOrigin } from '#shared';

export interface MonitorsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly slug: string;
  readonly name: string;
  /** `removed`: nobody sees it any more. Its slug is free, and its rows go step by step. */
  readonly state: MonitorState | 'removed';
  /** A `MonitorConfig` as JSON; null where it has none that can be used: nothing is expected of it. */
  readonly config: string | null;
  /** What is wrong with the schedule that was sent last. */
  readonly problem: string | null;
  readonly scheduled_by: ScheduleOrigin;
  /** When a check-in changed its schedule last. */
  readonly rescheduled_at: number | null;
  /** 1: a check-in made it. */
  readonly is_of_check_in: number;
  readonly created_at: number;
}

export interface MonitorEnvironmentsTable {
  readonly id: Generated<number>;
  readonly monitor_id: number;
  readonly project_id: number;
  readonly environment: string;
  readonly created_at: number;
  /** Of the run that was judged last. */
  readonly status: RunStatus | null;
  /** In a row. */
  readonly failures: Generated<number>;
  readonly recoveries: Generated<number>;
  /** 1 from when its issue opened until it recovers. */
  readonly is_failing: Generated<number>;
  /** Of its issue, once there was one. */
  readonly grouping_key: string | null;
  /** Null: not known yet, or never. */
  readonly expected_at: number | null;
  /** When the last run began of which something came. */
  readonly last_run_at: number | null;
  /** When there is something to judge; 0 for at once, null for never. */
  readonly look_at: number | null;
}

/** Slugs whose check-ins have made no monitor. */
export interface MonitorRefusalsTable {
  readonly project_id: number;
  /** `RefusedSlug`s as JSON, the newest first, at most `monitorLimits.refusedSlugs`. */
  readonly latest: string;
}

export interface MonitorRunsTable {
  readonly id: Generated<number>;
  readonly environment_id: number;
  readonly project_id: number;
  /** 32 hex digits, as the sender has it, or made here. */
  readonly check_in_id: string;
  readonly status: RunStatus;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly duration_ms: number | null;
  /** Of one that did not begin in time. */
  readonly expected_at: number | null;
  /** While it is in progress. */
  readonly timeout_at: number | null;
  readonly release: string | null;
  readonly trace_id: string | null;
  /** Of the event that tells of it. */
  readonly event_id: string | null;
  /** 1 once its ending has counted. */
  readonly is_judged: Generated<number>;
}

/** What of a monitor is still to become of its issue: in the order of the ids. */
export interface MonitorChangesTable {
  readonly id: Generated<number>;
  readonly environment_id: number;
  readonly project_id: number;
  /** The run that failed; null: it has recovered. */
  readonly run_id: number | null;
  readonly at: number;
}

/** Relays that take check-ins and record them. */
export interface MonitorWatchesTable {
  readonly relay: string;
  readonly seen_at: number;
  /** From then on there always was a relay. */
  readonly awake_since: number;
  /** What arrived before then at this relay is recorded. */
  readonly recorded_until: number;
}

/** All tables of this capability. */
export const tables = [
  'monitors',
  'monitor_environments',
  'monitor_refusals',
  'monitor_runs',
  'monitor_changes',
  'monitor_watches',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly monitors: MonitorsTable;
    readonly monitor_environments: MonitorEnvironmentsTable;
    readonly monitor_refusals: MonitorRefusalsTable;
    readonly monitor_runs: MonitorRunsTable;
    readonly monitor_changes: MonitorChangesTable;
    readonly monitor_watches: MonitorWatchesTable;
  }
}
