import type { Judging } from '../rules/judge-environment.ts';
import type { MonitorConfig, MonitorState, RunStatus, ScheduleOrigin } from '#shared';

export interface MonitorEnvironment {
  readonly id: number;
  readonly environment: string;
  /** Status of the run that was judged last; absent before the first. */
  readonly status?: RunStatus;
  /** True from the failure that reaches the threshold until the recovery. */
  readonly isFailing: boolean;
  readonly lastRunAtMs?: number;
  readonly expectedAtMs?: number;
  readonly issueId?: number;
}

/** Part of a run that a picture of many runs shows. */
export interface DrawnRun {
  readonly status: RunStatus;
  readonly startedMs: number;
  readonly durationMs?: number;
}

export interface Monitor {
  readonly id: number;
  readonly projectId: number;
  readonly slug: string;
  readonly name: string;
  readonly state: MonitorState;
  /** Absent without a usable schedule; no run is expected in that case. */
  readonly config?: MonitorConfig;
  readonly problem?: string;
  readonly scheduledBy: ScheduleOrigin;
  readonly environments: readonly MonitorEnvironment[];
}

export interface MonitorRun {
  readonly id: number;
  readonly checkInId: string;
  readonly status: RunStatus;
  /** For a run that did not begin, the time when it was due. */
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly durationMs: number | null;
  readonly release: string | null;
  readonly traceId: string | null;
  readonly eventId: string | null;
}

export interface Change {
  readonly byUserId: number;
  readonly nowMs: number;
}

export interface NewMonitor extends Change {
  readonly projectId: number;
  readonly slug: string;
  readonly name: string;
  readonly config: MonitorConfig;
}

/** A monitor with at least one run of the past, oldest first. Its failures opened no issue. */
export interface SampleMonitor extends Omit<NewMonitor, 'byUserId' | 'name'> {
  readonly environment: string;
  readonly runs: readonly DrawnRun[];
}

export type MonitorResult =
  | { readonly outcome: 'changed'; readonly id: number }
  /**
   * `taken`: another monitor has the slug. `full`: the project has
   * `monitorLimits.monitorsPerProject` monitors.
   */
  | { readonly outcome: 'taken' | 'full' | 'notFound' };

export interface Watch {
  readonly relay: string;
  readonly nowMs: number;
  /** This relay has recorded everything that it received before this time. */
  readonly recordedUntilMs: number;
}

export interface JudgedTimes extends Judging {
  readonly nowMs: number;
}

export interface FailingMonitor {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  /** True when its last run did not begin in time, in one of its failing environments. */
  readonly isMissed: boolean;
}

export interface MonitorFailure {
  readonly changeId: number;
  readonly projectId: number;
  readonly monitorId: number;
  readonly slug: string;
  readonly name: string;
  readonly config?: MonitorConfig;
  readonly environment: string;
  readonly atMs: number;
  readonly run: MonitorRun;
}
