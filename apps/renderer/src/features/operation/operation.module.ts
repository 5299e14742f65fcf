import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { CallSignature, OutcomeStore, ProjectStore } from '#persistence';
import type { Stores } from '#persistence';
import { Clock } from '#shared';
import { DataClient } from '../../rendering/index.ts';
import { OperationController } from './operation.controller.ts';
import { OperationService } from './operation.service.ts';
import { HttpRelays } from './relays/http-relays.ts';
import { RelayFleet } from './relays/relay-fleet.ts';
import { Relays } from './relays/relays.ts';

export interface OperationSetup {
  readonly stores: Pick<Stores, 'outcomes' | 'projects'>;
  readonly clock: Clock;
  readonly relayUrl: string;
  /** ERRATA_SECRET, by which the relay knows who calls. */
  readonly secret: string;
}

/** The operator page. */
@Module({})
export class OperationModule {
  static forRoot({ stores, clock, relayUrl, secret }: OperationSetup): DynamicModule {
    const signature = new CallSignature(secret);
    return {
      module: OperationModule,
      controllers: [OperationController],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: OutcomeStore, useValue: stores.outcomes },
        { provide: ProjectStore, useValue: stores.projects },
        {
          provide: Relays,
          inject: [DataClient],
          useFactory: (data: DataClient) => new HttpRelays({ relayUrl, data, signature, clock }),
        },
        RelayFleet,
        OperationService,
      ],
    };
  }
}
