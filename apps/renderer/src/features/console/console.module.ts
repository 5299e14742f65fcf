import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { CallSignature } from '#persistence';
import { Clock, SystemScheduler } from '#shared';
import { DataClient } from '../../rendering/index.ts';
import { ConsoleLayout } from './console-layout.ts';
import { HomeController } from './home.controller.ts';
import { HttpRelayClient } from './http-relay-client.ts';
import { RelayClient, RelayStatusService } from './relay-status.service.ts';

export interface ConsoleSetup {
  readonly relayUrl: string;
  /** ERRATA_SECRET, by which the relay knows who asks. */
  readonly secret: string;
  readonly clock: Clock;
}

@Module({})
export class ConsoleModule {
  static forRoot({ relayUrl, secret, clock }: ConsoleSetup): DynamicModule {
    const signature = new CallSignature(secret);
    return {
      module: ConsoleModule,
      controllers: [HomeController],
      providers: [
        { provide: Clock, useValue: clock },
        {
          provide: RelayClient,
          inject: [DataClient],
          useFactory: (data: DataClient) =>
            new HttpRelayClient({
              relayUrl,
              signature,
              data,
              clock,
              scheduler: new SystemScheduler(),
            }),
        },
        RelayStatusService,
        ConsoleLayout,
      ],
    };
  }
}
