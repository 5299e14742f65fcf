import { Global, Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.ts';
import { Health } from './health.ts';
import { HealthController } from './health.controller.ts';
import { SpoolCondition } from './spool-condition.ts';
import { SpoolRoom } from './spool-room.ts';
import { WaitingReports } from './waiting-reports.ts';

/** Global: there is one condition of each spool, and intake tells it what it met. */
@Global()
@Module({
  imports: [KeysModule],
  controllers: [HealthController],
  providers: [Health, SpoolCondition, SpoolRoom, WaitingReports],
  exports: [Health, SpoolCondition, SpoolRoom],
})
export class HealthModule {}
