import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { RelayConfig } from '../config/relay-config.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import { KeysModule } from '../keys/keys.module.ts';
import { Monitoring } from '../monitoring/monitoring.ts';
import { OrphanedQueues } from '../spool/orphaned/orphaned-queues.ts';
import { OrphanedSpoolFiles } from '../spool/orphaned/orphaned-spool-files.ts';
import { SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';
import { OrphanedSpools } from './orphaned-spools.ts';
import { Processing } from './processing.ts';
import { MonitoredFaults, ProcessingFaults } from './processing-faults.ts';
import { ReportConsumer } from './report-consumer.ts';

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
          provide: OrphanedSpools,
          inject: [RelayConfig, SpoolUpkeep, OrphanedQueues, Processing],
          useFactory: (
            { dataDir }: RelayConfig,
            { folder }: SpoolUpkeep,
            queues: OrphanedQueues,
            of: Processing,
          ) => new OrphanedSpools(new OrphanedSpoolFiles(dataDir, folder), queues, of),
        },
        {
          provide: ReportConsumer,
          inject: [Processing, OrphanedSpools],
          useFactory: (of: Processing, left: OrphanedSpools) => new ReportConsumer(of, left),
        },
      ],
    };
  }
}
