import { Controller, Get, Query } from '@nestjs/common';
import { Page } from '../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { healthOrders } from './project-health.dto.ts';
import type { ProjectHealthProps } from './project-health.dto.ts';
import { ProjectHealthService } from './project-health.service.ts';

@Controller('projects')
@ForSignedIn()
@NavigationEntry({ name: 'Projects', order: 50 })
export class ProjectHealthController {
  constructor(private readonly health: ProjectHealthService) {}

  @Get()
  @Page<typeof import('./views/projects.page.tsx')>('project-health/projects.page', {
    head: () => ({ title: 'Projects' }),
    staleMs: 0,
  })
  show(@Query('sort') sort: unknown, @CurrentAccess() access: Access): Promise<ProjectHealthProps> {
    return this.health.show(healthOrders.find((order) => order === sort) ?? 'name', access);
  }
}
