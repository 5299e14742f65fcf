import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock } from '#shared';
import { RelayConfig } from '../config/relay-config.ts';
import { DatabaseDamage } from '../database/database-damage.ts';
import { KeysModule } from '../keys/keys.module.ts';
import { DetailAccess } from './detail-access.ts';
import { Health } from './health.ts';
import { HealthController } from './health.controller.ts';
import { SpoolCondition } from './spool-condition.ts';
import { SpoolRoom } from '../spool/room/spool-room.ts';
import { WaitingReports } from './waiting-reports.ts';

export interface HealthSetup {
  readonly secret: string;
  readonly damage: DatabaseDamage;
}

/** Global, because intake reports failed writes to the same `SpoolCondition` that health reads. */
@Global()
@Module({})
export class HealthModule {
  static over({ secret, damage }: HealthSetup): DynamicModule {
    return {
      module: HealthModule,
      imports: [KeysModule],
      controllers: [HealthController],
      providers: [
        Health,
        SpoolCondition,
        SpoolRoom,
        WaitingReports,
        { provide: DatabaseDamage, useValue: damage },
        {
          provide: DetailAccess,
          inject: [RelayConfig, Clock],
          useFactory: ({ metricsToken }: RelayConfig, clock: Clock) =>
            new DetailAccess({ secret, metricsToken, clock }),
        },
      ],
      exports: [Health, SpoolCondition, SpoolRoom],
    };
  }
}
