import { Module } from '@nestjs/common';
import { ProjectHealthController } from './project-health.controller.ts';
import { ProjectHealthService } from './project-health.service.ts';

/** Compares projects. */
@Module({ controllers: [ProjectHealthController], providers: [ProjectHealthService] })
export class ProjectHealthModule {}
