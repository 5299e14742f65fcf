import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects/index.ts';
import { SegmentPart } from './segment.part.ts';
import { SegmentsController } from './segments.controller.ts';
import { SegmentsService } from './segments.service.ts';
import { SegmentsTextController } from './segments-text.controller.ts';
import { SpanSettingsController } from './settings/span-settings.controller.ts';
import { SpanSettingsService } from './settings/span-settings.service.ts';

@Module({
  imports: [ProjectsModule],
  // The text controller serves `performance/:name.md`, which `performance/:id` also matches.
  controllers: [SegmentsTextController, SegmentsController, SpanSettingsController],
  providers: [SegmentsService, SegmentPart, SpanSettingsService],
})
export class SegmentsModule {}
