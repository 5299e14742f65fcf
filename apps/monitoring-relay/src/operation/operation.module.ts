import { type DynamicModule, Module } from '@nestjs/common';
import { CallSignature } from '#persistence';
import { Clock } from '#shared';
import { RelayConfig } from '../config/relay-config.ts';
import { Forwarding } from '../forwarding/forwarding.ts';
import { KeysModule } from '../keys/keys.module.ts';
import { RefusedKeys } from '../keys/refused-keys.ts';
import { Health } from '../health/health.ts';
import { SpoolOperation } from '../spool/ports/spool-operation.ts';
import { SpoolRoom } from '../spool/room/spool-room.ts';
import { Operation } from './operation.ts';
import { OperationController } from './operation.controller.ts';
import { SignedCallGuard } from './signed-call.guard.ts';
import { ReadableSpools } from './readable-spools.ts';

export interface OperationSetup {
  readonly secret: string;
}

@Module({})
export class OperationModule {
  static over({ secret }: OperationSetup): DynamicModule {
    return {
      module: OperationModule,
      imports: [KeysModule],
      controllers: [OperationController],
      providers: [
        SignedCallGuard,
        { provide: CallSignature, useFactory: () => new CallSignature(secret) },
        {
          provide: ReadableSpools,
          inject: [RelayConfig, SpoolOperation],
          useFactory: ({ dataDir }: RelayConfig, own: SpoolOperation) =>
            new ReadableSpools({ dataDir, own }),
        },
        {
          provide: Operation,
          inject: [Health, ReadableSpools, RelayConfig, Clock, Forwarding, RefusedKeys, SpoolRoom],
          useFactory: (
            health: Health,
            spools: ReadableSpools,
            config: RelayConfig,
            clock: Clock,
            forwarding: Forwarding,
            refusedKeys: RefusedKeys,
            room: SpoolRoom,
          ) => new Operation({ health, spools, config, clock, forwarding, refusedKeys, room }),
        },
      ],
    };
  }
}
