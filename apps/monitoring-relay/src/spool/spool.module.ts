import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Clock } from '#shared';
import { KeyArchive, SqliteKeyArchive } from './keys/key-archive.ts';
import { OrphanedQueues } from './orphaned/orphaned-queues.ts';
import { SqliteSpool } from './sqlite-spool.ts';
import { SpoolForwarding } from './ports/spool-forwarding.ts';
import { SpoolIntake } from './ports/spool-intake.ts';
import { SpoolOperation } from './ports/spool-operation.ts';
import { SpoolProcessing } from './ports/spool-processing.ts';
import { SpoolUpkeep } from './ports/spool-upkeep.ts';
import { SpoolBodies } from './bodies/spool-bodies.ts';
import type { SpoolFile } from './file/spool-file.ts';

const PORTS = [SpoolIntake, SpoolProcessing, SpoolForwarding, SpoolUpkeep, SpoolOperation];

@Module({})
export class SpoolModule {
  static over(
    file: SpoolFile,
    createSpool: (file: SpoolFile, bodies: SpoolBodies) => SqliteSpool,
  ): DynamicModule {
    const bodies = new SpoolBodies(file.bodiesFolder);
    return {
      module: SpoolModule,
      global: true,
      providers: [
        { provide: SpoolBodies, useValue: bodies },
        { provide: SqliteSpool, useFactory: () => createSpool(file, bodies) },
        ...PORTS.map((provide) => ({ provide, useExisting: SqliteSpool })),
        {
          provide: OrphanedQueues,
          inject: [Clock],
          useFactory: (clock: Clock) => new OrphanedQueues(clock),
        },
        { provide: KeyArchive, useFactory: () => new SqliteKeyArchive(file) },
      ],
      exports: [...PORTS, SqliteSpool, SpoolBodies, KeyArchive, OrphanedQueues],
    };
  }
}
