import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects/index.ts';
import { HealthAnswers } from './api/health-answers.ts';
import { ReleaseHealthApiController } from './api/release-health-api.controller.ts';
import { ReleaseLinksController } from './client-links.controller.ts';
import { ReleaseComparison } from './release-comparison.ts';
import { ReleaseHealthController } from './release-health.controller.ts';
import { ReleaseListService } from './release-list.service.ts';
import { ReleasePageService } from './release-page.service.ts';
import { VerdictSignal } from './verdict.signal.ts';

@Module({
  imports: [ProjectsModule],
  controllers: [ReleaseHealthController, ReleaseHealthApiController, ReleaseLinksController],
  providers: [
    HealthAnswers,
    ReleaseComparison,
    ReleaseListService,
    ReleasePageService,
    VerdictSignal,
  ],
  exports: [HealthAnswers],
})
export class ReleaseHealthModule {}
