import { Module } from '@nestjs/common';
import { DemoController } from './demo.controller.ts';
import { DemoService, DemoStores } from './demo.service.ts';

/** Made-up data to look around in. */
@Module({
  controllers: [DemoController],
  providers: [DemoService, DemoStores],
  exports: [DemoService],
})
export class DemoModule {}
