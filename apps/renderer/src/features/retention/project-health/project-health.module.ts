import { Module } from '@nestjs/common';
import { ProjectHealthController } from './project-health.controller.ts';
import { ProjectHealthService } from './project-health.service.ts';

/** How projects are doing, beside each other. */
@Module({ controllers: [ProjectHealthController], providers: [ProjectHealthService] })
export class ProjectHealthModule {}
