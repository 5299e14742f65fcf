import { Controller, Get, Query } from '@nestjs/common';
import { filledQuery, Page } from '../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import type { ProjectHealthProps } from './project-health.dto.ts';
import { ProjectHealthService } from './project-health.service.ts';
import { ProjectsAddressPipe } from './projects-address.pipe.ts';
import type { ProjectsAddress } from './projects-address.pipe.ts';

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
  show(
    @Query(filledQuery('/projects'), ProjectsAddressPipe) address: ProjectsAddress,
    @CurrentAccess() access: Access,
  ): Promise<ProjectHealthProps> {
    return this.health.show(address, access);
  }
}
