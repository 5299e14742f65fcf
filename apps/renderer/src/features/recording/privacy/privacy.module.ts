import { Module } from '@nestjs/common';
import { PrivacyController } from './privacy.controller.ts';
import { PrivacyPreview } from './privacy-preview.ts';
import { PrivacyService } from './privacy.service.ts';

/** What a project hides of its events before they are stored. */
@Module({
  controllers: [PrivacyController],
  providers: [PrivacyPreview, PrivacyService],
  exports: [PrivacyService],
})
export class PrivacyModule {}
