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
interface Change {
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

/** Until when runs can be judged. */
export interface Judging {
  readonly untilMs: number;
  /** From then on a relay was there without a break. */
  readonly awakeSinceMs: number;
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

/**
 * Cron monitors and their runs (ADR 125). Check-ins are written by `ReportStore.record`. A relay judges them: `watch` says whether there
 * is something, `judgeNext` decides what became of runs, and `findFailure`, `settleFailure` and `resolveNext` bring it to issues.
 * Whether somebody may change a monitor is for the caller to know.
 */
export abstract class MonitorStore {
  /** Those of these projects, by project and name, failing ones first. */
  abstract list(projectIds: readonly number[] | 'all'): Promise<Monitor[]>;

  abstract find(id: number): Promise<Monitor | undefined>;

  /** Latest runs of one environment, newest first, at most `monitorLimits.runsListed`; `beforeId` continues a page. */
  abstract listRuns(environmentId: number, page?: { beforeId: number }): Promise<MonitorRun[]>;

  /** Slugs that check-ins have brought in vain in the last `monitorLimits.refusedShownMs`, the latest of each project, newest first. */
  abstract listRefused(projectIds: readonly number[], nowMs: number): Promise<RefusedSlug[]>;

  abstract create(monitor: NewMonitor): Promise<MonitorOutcome>;

  /** Adds the monitor of a refused slug, with the schedule that came with its check-in. */
  abstract addRefused(
    refused: Change & { readonly projectId: number; readonly slug: string },
  ): Promise<MonitorOutcome>;

  /** Its name, and when its runs are due: a schedule that people have changed, check-ins change no more. */
  abstract change(
    id: number,
    change: Change & { readonly name: string; readonly config: MonitorConfig },
  ): Promise<MonitorOutcome>;

  abstract setState(
    id: number,
    change: Change & { readonly state: MonitorState },
  ): Promise<MonitorOutcome>;

  /** With its runs, which `sweepRemoved` takes away. Its issue stays. A check-in makes it anew. */
  abstract remove(id: number, change: Change): Promise<MonitorOutcome>;

  /**
   * Notes that this relay takes and records check-ins. Resolves with until when runs may be judged, or undefined where
   * nothing is due: nothing is written while there is no monitor.
   */
  abstract watch(watch: Watch): Promise<Judging | undefined>;

  /** Judges what is due of one environment. False when none is. */
  abstract judgeNext(judging: Judging): Promise<boolean>;

  /** The oldest change, where it is a failure; it stays until it is settled. */
  abstract findFailure(): Promise<MonitorFailure | undefined>;

  /** The event is recorded, or, without one, the failure is kept aside. */
  abstract settleFailure(
    changeId: number,
    event?: { readonly eventId: string; readonly groupingKey: string },
  ): Promise<void>;

  /** Resolves the issue of the oldest change, where it is a recovery. False when it is none. */
  abstract resolveNext(): Promise<boolean>;

  /** One step: removes some of the rows of a monitor that was removed, and is older than an hour. False when there are none. */
  abstract sweepRemoved(nowMs: number): Promise<boolean>;

  /**
   * One step: removes runs that are too old, or more than are kept, of environments in the order of their ids, from the one after
   * `afterId` on. Resolves with the id after which to go on; undefined at the end.
   */
  abstract removeOld(nowMs: number, afterId: number): Promise<number | undefined>;
}
