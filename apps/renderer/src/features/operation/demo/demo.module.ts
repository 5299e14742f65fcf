import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../../recording/artifacts/index.ts';
import { DemoController } from './demo.controller.ts';
import { DemoFiller, DemoStores } from './demo-filler.ts';
import { DemoProgress } from './demo-progress.ts';
import { DemoService } from './demo.service.ts';

@Module({
  imports: [ArtifactsModule],
  controllers: [DemoController],
  providers: [DemoService, DemoFiller, DemoProgress, DemoStores],
})
export class DemoModule {}
