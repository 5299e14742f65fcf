import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { KeyArchive, SqliteKeyArchive } from './key-archive.ts';
import { Spool } from './spool.ts';
import type { SpoolFile } from './spool-file.ts';
import { SqliteSpool } from './sqlite-spool.ts';

@Module({})
export class SpoolModule {
  static over(file: SpoolFile): DynamicModule {
    return {
      module: SpoolModule,
      global: true,
      providers: [
        { provide: Spool, useFactory: () => new SqliteSpool(file) },
        { provide: KeyArchive, useFactory: () => new SqliteKeyArchive(file) },
      ],
      exports: [Spool, KeyArchive],
    };
  }
}
