import { randomUUID } from 'node:crypto';
import type { JobLeaseStore } from '#persistence';
import type { FailedReportStore } from '#product/recording/failed-reports';
import type { ReportStore } from '#product/recording/record';
import type { EventRemaking, MadeReport, OwnReport } from '#product/recording/reports';
import type {
  DeclaredItems,
  EventMapping,
  ProjectRule,
  ProjectSettings,
} from '#product/recording/reports/relay';
import type { Clock, Job, JobRun } from '#shared';
import { inShortSteps, type JobTimes, often } from '#telemetry/plain';
import { ClockWatch } from '../jobs/clock-watch.ts';
import { JobLease } from '../jobs/job-lease.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { ItemTypes } from '../outcomes/item-types.ts';
import type { SpoolQueue } from '../spool/ports/spool-queue.ts';
import { FailedRetries } from './failed/failed-retries.ts';
import { LocalProcessing } from './local-processing.ts';
import { OwnReports } from './own-reports.ts';
import { ProjectRules } from './project-rules.ts';
import { Processor, type ProcessorOptions } from './processor.ts';
import { RemadeEvents } from './remade-events.ts';
import type { WorkPlace } from '../work-place.ts';

export interface ProcessingStores {
  readonly reports: ReportStore;
  readonly failedReports: FailedReportStore;
  readonly settings: ProjectSettings;
  readonly jobLeases: JobLeaseStore;
}

export interface JobParts extends JobTimes {
  readonly lease: Pick<JobLease, 'runUnder'>;
  readonly relay: string;
  readonly findOldestMs: () => Promise<number | undefined>;
  readonly makeReport: (report: OwnReport) => Promise<MadeReport>;
  readonly remaking: EventRemaking;
  readonly work: WorkPlace;
  readonly followRecording: (follow: (events: number) => Promise<void>) => void;
}

export interface ProcessingOptions extends Omit<
  ProcessorOptions,
  'onRecorded' | 'rules' | 'types'
> {
  readonly stores: ProcessingStores;
  readonly projectRules: readonly ProjectRule[];
  readonly declaredItems: readonly DeclaredItems[];
  readonly work: WorkPlace;
  readonly createMapping: (clock: Clock) => EventMapping;
  readonly listJobs: (parts: JobParts) => readonly Job[];
  readonly onJobRun: (run: JobRun) => void;
}

export function createProcessing(options: ProcessingOptions): LocalProcessing {
  const {
    queue,
    stores,
    faults,
    pause,
    clock,
    projectRules,
    declaredItems,
    createMapping,
    listJobs,
    onJobRun,
  } = options;
  const rules = new ProjectRules({
    rules: projectRules,
    settings: stores.settings,
    maps: createMapping(clock),
    clock,
    pause,
  });
  const followers: ((events: number) => Promise<void>)[] = [];
  const onRecorded = async (events: number): Promise<void> => {
    for (const follow of followers) await follow(events);
  };
  const types = new ItemTypes(declaredItems);
  const createProcessor = (from: SpoolQueue) =>
    new Processor({ queue: from, stores, rules, types, faults, pause, clock, onRecorded });
  const processor = createProcessor(queue);
  const retries = new FailedRetries({ stores, rules, types, faults, clock });
  const own = new OwnReports({ stores, rules });
  const watch = new ClockWatch(clock);
  const lease = new JobLease(stores.jobLeases, pause);
  return new LocalProcessing({
    processor,
    createProcessor,
    runner: new JobRunner({ clock, pause, lease, onRun: onJobRun }),
    jobs: [
      { name: 'forget-settled', ...often, run: () => processor.forgetSettled() },
      { name: 'clock', ...often, run: () => watch.look() },
      // The interval limits how long a user waits after asking for a retry.
      inShortSteps(
        { name: 'retry-failed', everyMs: 1000, step: () => retries.tryNext() },
        { clock, pause },
      ),
      ...listJobs({
        lease,
        relay: randomUUID(),
        findOldestMs: () => queue.findOldestMs(),
        makeReport: (report) => own.make(report),
        remaking: new RemadeEvents(rules),
        work: options.work,
        followRecording: (follow) => followers.push(follow),
        clock,
        pause,
      }),
    ],
  });
}
