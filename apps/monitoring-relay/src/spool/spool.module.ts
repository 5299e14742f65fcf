import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { KeyArchive, SqliteKeyArchive } from './key-archive.ts';
import { Spool } from './spool.ts';
import { SpoolBodies } from './spool-bodies.ts';
import type { SpoolFile } from './spool-file.ts';
import { SqliteSpool } from './sqlite-spool.ts';

@Module({})
export class SpoolModule {
  static over(file: SpoolFile): DynamicModule {
    const bodies = new SpoolBodies(file.bodiesFolder);
    return {
      module: SpoolModule,
      global: true,
      providers: [
        { provide: SpoolBodies, useValue: bodies },
        { provide: Spool, useFactory: () => new SqliteSpool(file, bodies) },
        { provide: KeyArchive, useFactory: () => new SqliteKeyArchive(file) },
      ],
      exports: [Spool, SpoolBodies, KeyArchive],
    };
  }
}
