import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Clock } from '#shared';
import { KeyArchive, SqliteKeyArchive } from './key-archive.ts';
import { LeftQueues } from './left-queues.ts';
import { Spool } from './spool.ts';
import { SpoolBodies } from './spool-bodies.ts';
import type { SpoolFile } from './spool-file.ts';

@Module({})
export class SpoolModule {
  /** `createSpool`: over the file and the folder of its bodies. */
  static over(
    file: SpoolFile,
    createSpool: (file: SpoolFile, bodies: SpoolBodies) => Spool,
  ): DynamicModule {
    const bodies = new SpoolBodies(file.bodiesFolder);
    return {
      module: SpoolModule,
      global: true,
      providers: [
        { provide: SpoolBodies, useValue: bodies },
        { provide: Spool, useFactory: () => createSpool(file, bodies) },
        {
          provide: LeftQueues,
          inject: [Clock],
          useFactory: (clock: Clock) => new LeftQueues(clock),
        },
        { provide: KeyArchive, useFactory: () => new SqliteKeyArchive(file) },
      ],
      exports: [Spool, SpoolBodies, KeyArchive, LeftQueues],
    };
  }
}
