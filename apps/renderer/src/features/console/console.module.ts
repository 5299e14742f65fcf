import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Clock, SystemScheduler } from '#shared';
import { DataClient } from '../../rendering/index.ts';
import { ConsoleLayout } from './console-layout.ts';
import { HomeController } from './home.controller.ts';
import { HttpRelayClient } from './http-relay-client.ts';
import { RelayClient, RelayStatusService } from './relay-status.service.ts';

@Module({})
export class ConsoleModule {
  static forRoot({ relayUrl, clock }: { relayUrl: string; clock: Clock }): DynamicModule {
    return {
      module: ConsoleModule,
      controllers: [HomeController],
      providers: [
        { provide: Clock, useValue: clock },
        {
          provide: RelayClient,
          inject: [DataClient],
          useFactory: (data: DataClient) =>
            new HttpRelayClient({ relayUrl, data, clock, scheduler: new SystemScheduler() }),
        },
        RelayStatusService,
        ConsoleLayout,
      ],
    };
  }
}
