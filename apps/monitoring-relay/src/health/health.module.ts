import { Global, Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.ts';
import { Health } from './health.ts';
import { HealthController } from './health.controller.ts';
import { SpoolCondition } from './spool-condition.ts';

/** Global for its `SpoolCondition`: there is one of each spool, and intake tells it what it met. */
@Global()
@Module({
  imports: [KeysModule],
  controllers: [HealthController],
  providers: [Health, SpoolCondition],
  exports: [SpoolCondition],
})
export class HealthModule {}
