import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { OutcomeStore, StorageStore } from '#persistence';
import type { Stores } from '#persistence';
import { Clock } from '#shared';
import { BoundsService } from './bounds.service.ts';

export interface BoundsSetup {
  readonly stores: Pick<Stores, 'outcomes' | 'storage'>;
  readonly clock: Clock;
}

/** Knows which bounds senders exceed, for the pages that say so. */
@Module({})
export class BoundsModule {
  static forRoot({ stores, clock }: BoundsSetup): DynamicModule {
    return {
      module: BoundsModule,
      global: true,
      providers: [
        { provide: Clock, useValue: clock },
        { provide: OutcomeStore, useValue: stores.outcomes },
        { provide: StorageStore, useValue: stores.storage },
        BoundsService,
      ],
      exports: [BoundsService],
    };
  }
}
