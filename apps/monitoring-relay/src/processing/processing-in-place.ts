import type { DeclaredItems, EventMapping, ProjectRule } from '#product/recording/reports/relay';
import { Clock, type DeliverySettings, type Job } from '#shared';
import { Pause } from '#telemetry/plain';
import { RelayConfig } from '../config/relay-config.ts';
import { RELAY_STORES } from '../database/relay-stores.ts';
import { JobMetrics } from '../metrics/job-metrics.ts';
import type { RelayProduct } from '../relay-product.ts';
import { SpoolProcessing } from '../spool/ports/spool-processing.ts';
import { createProcessing, type JobParts, type ProcessingStores } from './create-processing.ts';
import { ProcessingModule } from './processing.module.ts';
import { ProcessingFaults } from './processing-faults.ts';
import { ReportConsumer } from './report-consumer.ts';
import { WorkPlace } from '../work-place.ts';

export function processingInPlace({
  projectRules,
  declaredItems,
  mappingOver,
  jobsOver,
}: {
  readonly projectRules: readonly ProjectRule[];
  readonly declaredItems: readonly DeclaredItems[];
  readonly mappingOver: (stores: ProcessingStores) => (clock: Clock) => EventMapping;
  readonly jobsOver: (
    stores: ProcessingStores,
    delivery: DeliverySettings,
  ) => (parts: JobParts) => readonly Job[];
}): RelayProduct {
  return {
    modules: [
      ProcessingModule.over({
        inject: [
          SpoolProcessing,
          RELAY_STORES,
          ProcessingFaults,
          Pause,
          Clock,
          JobMetrics,
          RelayConfig,
        ],
        useFactory: (
          queue: SpoolProcessing,
          stores: ProcessingStores,
          faults: ProcessingFaults,
          pause: Pause,
          clock: Clock,
          metrics: JobMetrics,
          config: RelayConfig,
        ) =>
          createProcessing({
            queue,
            stores,
            faults,
            pause,
            clock,
            projectRules,
            declaredItems,
            createMapping: mappingOver(stores),
            work: new WorkPlace({ ...config.room, dataDir: config.dataDir }),
            listJobs: jobsOver(stores, config.delivery),
            onJobRun: (run) => metrics.note(run),
          }),
      }),
    ],
    consumer: ReportConsumer,
  };
}
