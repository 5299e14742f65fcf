import { Module } from '@nestjs/common';
import { ProjectHealthController } from './project-health.controller.ts';
import { ProjectHealthService } from './project-health.service.ts';

@Module({ controllers: [ProjectHealthController], providers: [ProjectHealthService] })
export class ProjectHealthModule {}
