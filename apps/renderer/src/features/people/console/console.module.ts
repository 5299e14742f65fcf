import { Module } from '@nestjs/common';
import { CallSignature } from '#persistence';
import { Clock, Scheduler } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { DataClient } from '../../../rendering/index.ts';
import { MenusModule } from '../menus/index.ts';
import { ConsoleLayout } from './console-layout.ts';
import { HomeController } from './home.controller.ts';
import { RelayClient } from './relay-client.ts';
import { RelayStatusService } from './relay-status.service.ts';

@Module({
  imports: [MenusModule],
  controllers: [HomeController],
  providers: [
    {
      provide: RelayClient,
      inject: [RendererConfig, DataClient, CallSignature, Clock, Scheduler],
      useFactory: (
        { relayUrl }: RendererConfig,
        data: DataClient,
        ...[signature, clock, scheduler]: [CallSignature, Clock, Scheduler]
      ) => new RelayClient({ relayUrl, signature, data, clock, scheduler }),
    },
    RelayStatusService,
    ConsoleLayout,
  ],
})
export class ConsoleModule {}
