import { Controller, Get, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { filledQuery, Page } from '../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { ProjectHealthService } from './project-health.service.ts';
import { ProjectsAddressPipe } from './projects-address.pipe.ts';
import type { ProjectsAddress } from './projects-address.pipe.ts';

@Controller('projects')
@ForSignedIn()
@NavigationEntry({ name: 'Projects', order: 50 })
export class ProjectHealthController {
  constructor(private readonly health: ProjectHealthService) {}

  @Get()
  @Page<PropsOf<ProjectHealthController['show']>>('project-health/projects.page', {
    head: () => ({ title: 'Projects' }),
    staleMs: 0,
  })
  show(
    @Query(filledQuery('/projects'), ProjectsAddressPipe) address: ProjectsAddress,
    @CurrentAccess() access: Access,
  ) {
    return this.health.show(address, access);
  }
}
