import { Pause } from '#telemetry/plain';
import { RelayConfig } from '../../config/relay-config.ts';
import { JobMetrics } from '../../metrics/job-metrics.ts';
import type { RelayProduct } from '../../relay-product.ts';
import { SpoolProcessing } from '../../spool/ports/spool-processing.ts';
import { ProcessingModule } from '../processing.module.ts';
import { ProcessingFaults } from '../processing-faults.ts';
import { ReportConsumer } from '../report-consumer.ts';
import { ProcessingThread } from './processing-thread.ts';

export const processingInThread: RelayProduct = {
  modules: [
    ProcessingModule.over({
      inject: [SpoolProcessing, ProcessingFaults, Pause, RelayConfig, JobMetrics],
      useFactory: (
        spool: SpoolProcessing,
        faults: ProcessingFaults,
        pause: Pause,
        config: RelayConfig,
        metrics: JobMetrics,
      ) =>
        new ProcessingThread({
          spool,
          faults,
          pause,
          onJobRun: (run) => metrics.note(run),
          settings: toThreadSettings(config),
        }),
    }),
  ],
  consumer: ReportConsumer,
};

function toThreadSettings({ dataDir, databaseUrl, bounds, delivery, secret, room }: RelayConfig) {
  return {
    dataDir,
    minFreeDiskBytes: room.minFreeDiskBytes,
    bounds,
    delivery,
    secret,
    databaseUrl,
  };
}
