import { Module } from '@nestjs/common';
import { PrivacyController } from './privacy.controller.ts';
import { PrivacyPreview } from './privacy-preview.ts';
import { PrivacyService } from './privacy.service.ts';

@Module({
  controllers: [PrivacyController],
  providers: [PrivacyPreview, PrivacyService],
  exports: [PrivacyService],
})
export class PrivacyModule {}
