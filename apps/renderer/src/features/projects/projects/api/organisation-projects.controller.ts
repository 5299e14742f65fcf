import { Get } from '@nestjs/common';
import { CurrentAccess } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, AskedPage } from '../../../people/tokens/index.ts';
import type { PageOfList } from '../../../people/tokens/index.ts';
import { ProjectsService } from '../projects.service.ts';
import { ProgramProjects } from './program-projects.ts';
import { toProjectAnswer } from './project-answer.ts';

@ApiController('organizations/:org/projects')
export class OrganisationProjectsController {
  constructor(
    private readonly programProjects: ProgramProjects,
    private readonly projects: ProjectsService,
  ) {}

  /** Those that the token knows of. */
  @Get()
  async list(
    @CurrentAccess() access: Access,
    @AskedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    const projects = await this.programProjects.list(access);
    const createdAt = await this.projects.listCreatedAt();
    return page
      .show(projects.slice(page.offset))
      .map((project) => toProjectAnswer(project, createdAt));
  }
}
