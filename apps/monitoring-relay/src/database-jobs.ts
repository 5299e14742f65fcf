import type { OpenPerson } from '#product/operation/erasing';
import type { Stores } from '#product';
import type { Clock, Job } from '#shared';
import type { Pause } from '#telemetry/plain';
import { type Pace, walkAtAFifth, inSteps } from '#telemetry/plain';
import { boundOutbox } from './delivery/bound-outbox.ts';
import { boundAwaitingFiles } from './upkeep/awaiting-files.ts';
import { endOldEvents, sweep, tidyKeys, tidyTags } from './upkeep/retention.ts';

const OFTEN_MS = 10_000;
/** A lease is two commits: not for what is done often and could as well be done by several relays at a time. */
const SELDOM_MS = 600_000;
const HOURLY_MS = 3_600_000;
/** So late at most a new storm of errors is among the rising ones. */
const TRENDS_MS = 300_000;

/** Some hundred changes a day for a year; an entry takes some hundred bytes. */
const AUDIT_ENTRIES = 100_000;

export interface DatabaseJobParts {
  readonly stores: Stores;
  /** Lets the database forget the reports that have left this relay's spool. */
  readonly forgetSettled: () => Promise<void>;
  /** Tries one failed report again; resolves with whether there was one. */
  readonly retryFailed: () => Promise<boolean>;
  /** Sends what is due of alerts. */
  readonly deliver: (signal: AbortSignal) => Promise<void>;
  /** The rules of erasing, which are those of reading events. */
  readonly openPerson: OpenPerson;
  /** Judges the runs of cron monitors. */
  readonly watchMonitors: (signal: AbortSignal) => Promise<void>;
  /** Puts what rules fired into the outbox. */
  readonly tellAlerts: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly pause: Pause;
}

/**
 * The jobs over the database. They run in the thread that processes reports: SQLite blocks its thread, and requests wait
 * for no job. A capability adds a line to one of these lists.
 */
export function listDatabaseJobs(parts: DatabaseJobParts): readonly Job[] {
  return [...listReportJobs(parts), ...listChangeJobs(parts), ...listUpkeepJobs(parts)];
}

type StepByStep = (job: {
  readonly name: string;
  readonly everyMs: number;
  readonly exclusive?: boolean;
  /** A short transaction, repeated until it resolves with false. */
  readonly step: (nowMs: number) => Promise<boolean>;
}) => Job;

/** What most jobs are. */
function stepByStep({ clock, pause }: Pick<DatabaseJobParts, 'clock' | 'pause'>): StepByStep {
  return ({ step, ...job }) => ({
    ...job,
    run: (signal) => inSteps(() => step(clock.nowMs()), { pause, signal }),
  });
}

/** What becomes of reports, and what of events is counted or looked up behind them. */
function listReportJobs({
  stores: { deletions, merges, tags, trends },
  forgetSettled,
  retryFailed,
  watchMonitors,
  clock,
  pause,
}: DatabaseJobParts): readonly Job[] {
  const paced = (signal: AbortSignal): Pace => ({ clock, pause, signal });
  const inShortSteps = stepByStep({ clock, pause });
  return [
    { name: 'forget-settled', everyMs: OFTEN_MS, run: forgetSettled },
    // How long after it was asked for a failed report is tried again.
    inShortSteps({ name: 'retry-failed', everyMs: 1000, step: retryFailed }),
    // How long after a check-in, or its absence, its monitor has failed or recovered. A relay that is silent for long is away.
    { name: 'monitors', everyMs: 5000, run: watchMonitors },
    {
      name: 'awaiting-files',
      everyMs: OFTEN_MS,
      run: (signal) => boundAwaitingFiles(deletions, { pause, signal }),
    },
    inShortSteps({ name: 'recounted-users', everyMs: 1000, step: () => merges.recountUsers() }),
    // How long after an event it is counted by its tags.
    inShortSteps({ name: 'tags', everyMs: OFTEN_MS, step: () => tags.fold() }),
    {
      name: 'trends',
      everyMs: TRENDS_MS,
      exclusive: true,
      run: (signal) =>
        walkAtAFifth<number>((after) => trends.write(clock.nowMs(), after ?? 0), paced(signal)),
    },
  ];
}

/** What people have asked for, and what is told to them. */
function listChangeJobs({
  stores: { bulks, deletions, erasures, outbox, projectDeletions, space },
  deliver,
  openPerson,
  tellAlerts,
  clock,
  pause,
}: DatabaseJobParts): readonly Job[] {
  const inShortSteps = stepByStep({ clock, pause });
  return [
    inShortSteps({
      name: 'deleted-issues',
      everyMs: OFTEN_MS,
      step: () => sweep({ deletions, space }),
    }),
    inShortSteps({
      name: 'deleted-projects',
      everyMs: OFTEN_MS,
      step: (nowMs) => projectDeletions.sweep(nowMs),
    }),
    inShortSteps({
      name: 'erasures',
      everyMs: 1000,
      step: (nowMs) => erasures.step(openPerson, nowMs),
    }),
    // Goes on with what its page did not end, or with what a crash left.
    inShortSteps({ name: 'bulk-changes', everyMs: 1000, step: (nowMs) => bulks.step(nowMs) }),
    // How long after it fired an alert is on its way.
    { name: 'alerts', everyMs: 1000, run: tellAlerts },
    { name: 'deliveries', everyMs: 1000, run: deliver },
    inShortSteps({
      name: 'outbox-bounds',
      everyMs: SELDOM_MS,
      exclusive: true,
      step: (nowMs) => boundOutbox(outbox, nowMs),
    }),
  ];
}

/** What has a bound in time or room. */
function listUpkeepJobs({
  stores: { alerts, audit, deliveries, monitors, outcomes, retention, space, tags },
  clock,
  pause,
}: DatabaseJobParts): readonly Job[] {
  const paced = (signal: AbortSignal): Pace => ({ clock, pause, signal });
  const inShortSteps = stepByStep({ clock, pause });
  const seldom = { everyMs: SELDOM_MS, exclusive: true };
  const hourly = { everyMs: HOURLY_MS, exclusive: true };
  return [
    inShortSteps({ name: 'old-outcomes', ...seldom, step: (nowMs) => outcomes.removeOld(nowMs) }),
    inShortSteps({ name: 'old-audit', ...seldom, step: () => audit.removeOld(AUDIT_ENTRIES) }),
    inShortSteps({ name: 'old-alerts', ...seldom, step: (nowMs) => alerts.removeOld(nowMs) }),
    inShortSteps({
      name: 'old-deliveries',
      ...seldom,
      step: (nowMs) => deliveries.removeOld(nowMs),
    }),
    {
      name: 'old-events',
      ...seldom,
      run: (signal) => endOldEvents({ retention, space }, paced(signal)),
    },
    { name: 'old-counts', ...hourly, run: (signal) => tidyKeys(retention, paced(signal)) },
    { name: 'old-tags', ...hourly, run: (signal) => tidyTags(tags, paced(signal)) },
    {
      name: 'old-monitor-runs',
      ...seldom,
      run: async (signal) => {
        await inSteps(() => monitors.sweepRemoved(clock.nowMs()), { pause, signal });
        await walkAtAFifth<number>(
          (after) => monitors.removeOld(clock.nowMs(), after ?? 0),
          paced(signal),
        );
      },
    },
    {
      name: 'space-use',
      ...hourly,
      run: async () => space.remember(await space.measure(clock.nowMs())),
    },
  ];
}
