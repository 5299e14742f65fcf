import { randomUUID } from 'node:crypto';
import { Person } from '#events';
import type { Stores } from '#product';
import type { Clock, JobRun } from '#shared';
import { createDeliveries, type DeliverySettings } from '../delivery/create-deliveries.ts';
import type { SpoolQueue } from '../spool/ports/spool-queue.ts';
import { listDatabaseJobs } from '../database-jobs.ts';
import { JobLease } from '../jobs/job-lease.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { tellAlerts } from './alerts/tell-alerts.ts';
import { FailedRetries } from './failed/failed-retries.ts';
import { LocalProcessing } from './local-processing.ts';
import { MonitorWatch } from './monitors/watch-monitors.ts';
import { ProjectRules } from './project-rules.ts';
import { Processor, type ProcessorOptions } from './processor.ts';

export interface ProcessingOptions extends Omit<ProcessorOptions, 'rules'> {
  readonly stores: Stores;
  readonly clock: Clock;
  /** Alerts wait when absent. */
  readonly delivery?: DeliverySettings | undefined;
  readonly onJobRun: (run: JobRun) => void;
}

/** Puts together what processes in this thread, whichever that is. */
export function createProcessing(options: ProcessingOptions): LocalProcessing {
  const { queue, stores, faults, pause, clock, delivery, onJobRun } = options;
  const rules = new ProjectRules({ settings: stores.settings, clock, pause });
  const createProcessor = (from: SpoolQueue) =>
    new Processor({ queue: from, stores, rules, faults, pause, clock });
  const processor = createProcessor(queue);
  const retries = new FailedRetries({ stores, rules, faults, clock });
  const deliveries = delivery && createDeliveries({ settings: delivery, stores, clock, pause });
  const lease = new JobLease(stores.jobLeases, pause);
  const relay = randomUUID();
  const watched = { stores, queue, rules, lease, clock, pause, relay };
  const monitors = new MonitorWatch(watched);
  return new LocalProcessing({
    processor,
    createProcessor,
    runner: new JobRunner({ clock, pause, lease, onRun: onJobRun }),
    jobs: listDatabaseJobs({
      stores,
      forgetSettled: () => processor.forgetSettled(),
      retryFailed: () => retries.tryNext(),
      watchMonitors: (signal) => monitors.run(signal),
      deliver: async (signal) => deliveries?.run(signal),
      openPerson: (name) => new Person(name),
      tellAlerts: async (signal) =>
        delivery && tellAlerts(stores.alerts, { settings: delivery, clock, pause, signal }),
      clock,
      pause,
    }),
  });
}
