import { Module } from '@nestjs/common';
import { NewsSignal } from './news.signal.ts';
import { ProjectHealthController } from './project-health.controller.ts';
import { ProjectHealthService } from './project-health.service.ts';

@Module({ controllers: [ProjectHealthController], providers: [NewsSignal, ProjectHealthService] })
export class ProjectHealthModule {}
