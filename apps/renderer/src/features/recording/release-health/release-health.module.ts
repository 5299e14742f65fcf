import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects/index.ts';
import { ReleaseHealthController } from './release-health.controller.ts';
import { ReleaseListService } from './release-list.service.ts';
import { ReleasePageService } from './release-page.service.ts';

@Module({
  imports: [ProjectsModule],
  controllers: [ReleaseHealthController],
  providers: [ReleaseListService, ReleasePageService],
})
export class ReleaseHealthModule {}
