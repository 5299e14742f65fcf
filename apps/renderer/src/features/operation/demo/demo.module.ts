import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../../recording/artifacts/index.ts';
import { DemoController } from './demo.controller.ts';
import { DemoFiller, DemoStores } from './demo-filler.ts';
import { DemoService } from './demo.service.ts';

@Module({
  imports: [ArtifactsModule],
  controllers: [DemoController],
  providers: [DemoService, DemoFiller, DemoStores],
})
export class DemoModule {}
