import { Module } from '@nestjs/common';
import { FindController } from './find.controller.ts';
import { FindService } from './find.service.ts';
import { TimelineController } from './timeline/timeline.controller.ts';
import { TimelineService } from './timeline/timeline.service.ts';

/** What users quote, and what happened to them. */
@Module({
  controllers: [FindController, TimelineController],
  providers: [FindService, TimelineService],
  exports: [FindService],
})
export class FindModule {}
