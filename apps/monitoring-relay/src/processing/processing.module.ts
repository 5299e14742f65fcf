import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { RelayConfig } from '../config/relay-config.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import { KeysModule } from '../keys/keys.module.ts';
import { Monitoring } from '../monitoring/monitoring.ts';
import { LeftQueues } from '../spool/left/left-queues.ts';
import { LeftSpoolFiles } from '../spool/left/left-spool-files.ts';
import { SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';
import { LeftSpools } from './left-spools.ts';
import { Processing } from './processing.ts';
import { MonitoredFaults, ProcessingFaults } from './processing-faults.ts';
import { ReportConsumer } from './report-consumer.ts';

/** What consumes the spool, over processing in this thread or in another. */
@Module({})
export class ProcessingModule {
  static over(processing: Omit<FactoryProvider<Processing>, 'provide'>): DynamicModule {
    return {
      module: ProcessingModule,
      imports: [KeysModule],
      providers: [
        { provide: Processing, ...processing },
        {
          provide: ProcessingFaults,
          inject: [Monitoring, KeyMirror],
          useFactory: (monitoring: Monitoring, keys: KeyMirror) =>
            new MonitoredFaults(monitoring, keys),
        },
        {
          provide: LeftSpools,
          inject: [RelayConfig, SpoolUpkeep, LeftQueues, Processing],
          useFactory: (
            { dataDir }: RelayConfig,
            { folder }: SpoolUpkeep,
            queues: LeftQueues,
            of: Processing,
          ) => new LeftSpools(new LeftSpoolFiles(dataDir, folder), queues, of),
        },
        {
          provide: ReportConsumer,
          inject: [Processing, LeftSpools],
          useFactory: (of: Processing, left: LeftSpools) => new ReportConsumer(of, left),
        },
      ],
    };
  }
}
