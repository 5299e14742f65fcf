import { Module } from '@nestjs/common';
import { CallSignature } from '#persistence';
import { Clock } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { DataClient } from '../../../rendering/index.ts';
import { FailedReportsService } from './failed-reports.service.ts';
import { OperationController } from './operation.controller.ts';
import { PicturesService } from './pictures/pictures.service.ts';
import { SpaceService } from './space.service.ts';
import { OperationService } from './operation.service.ts';
import { RelayFleet } from './relays/relay-fleet.ts';
import { Relays } from './relays/relays.ts';

@Module({
  controllers: [OperationController],
  providers: [
    {
      provide: Relays,
      inject: [RendererConfig, DataClient, CallSignature, Clock],
      useFactory: (
        { relayUrl }: RendererConfig,
        data: DataClient,
        signature: CallSignature,
        clock: Clock,
      ) => new Relays({ relayUrl, data, signature, clock }),
    },
    RelayFleet,
    FailedReportsService,
    OperationService,
    PicturesService,
    SpaceService,
  ],
})
export class OperationModule {}
