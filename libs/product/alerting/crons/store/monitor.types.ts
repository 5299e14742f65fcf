import type { MonitorConfig, MonitorState, RunStatus, ScheduleOrigin } from '#shared';

/** How a monitor does in one environment. */
export interface MonitorEnvironment {
  readonly id: number;
  readonly environment: string;
  /** Of the run that was judged last; absent before one was. */
  readonly status?: RunStatus;
  /** It has failed as often as its issue needs, and not recovered since. */
  readonly isFailing: boolean;
  readonly lastRunAtMs?: number;
  /** When its next run is due. */
  readonly expectedAtMs?: number;
  /** Id of its issue, where that is there. */
  readonly issueId?: number;
  /** The latest, newest first, at most `monitorLimits.runsDrawn`. */
  readonly latest: readonly RunStatus[];
}

export interface Monitor {
  readonly id: number;
  readonly projectId: number;
  readonly slug: string;
  readonly name: string;
  readonly state: MonitorState;
  /** Absent: nothing is expected of it. */
  readonly config?: MonitorConfig;
  /** Why the schedule that came last does not apply. */
  readonly problem?: string;
  readonly scheduledBy: ScheduleOrigin;
  /** By name. */
  readonly environments: readonly MonitorEnvironment[];
}

export interface MonitorRun {
  readonly id: number;
  readonly checkInId: string;
  readonly status: RunStatus;
  /** Of one that did not begin: when it was due. */
  readonly startedAtMs: number;
  readonly endedAtMs?: number;
  readonly durationMs?: number;
  readonly release?: string;
  readonly traceId?: string;
  /** Of the event that tells that it failed. */
  readonly eventId?: string;
}

/** Who changes a monitor. */
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

export type MonitorOutcome =
  | { readonly outcome: 'changed'; readonly id: number }
  /** There is one of that slug. `full`: the project has as many as may be. */
  | { readonly outcome: 'taken' | 'full' | 'notFound' };

/** A slug whose check-ins were to make a monitor when the project's hour had as many as may be. */
export interface RefusedSlug {
  readonly projectId: number;
  readonly slug: string;
  readonly atMs: number;
  /** Came with the check-in, and can be used. */
  readonly config?: MonitorConfig;
}

/** What a relay knows when it looks at monitors. */
export interface Watch {
  /** Of this process. */
  readonly relay: string;
  readonly nowMs: number;
  /** What arrived before then at this relay is recorded. */
  readonly recordedUntilMs: number;
}

/** A failure that is to become an event of the monitor's issue. */
export interface MonitorFailure {
  /** Never used for another change. */
  readonly changeId: number;
  readonly projectId: number;
  readonly slug: string;
  readonly name: string;
  readonly config?: MonitorConfig;
  readonly environment: string;
  readonly atMs: number;
  readonly run: MonitorRun;
}
