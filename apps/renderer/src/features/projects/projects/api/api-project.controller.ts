import { Get, Param } from '@nestjs/common';
import { CurrentAccess } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController } from '../../../people/tokens/index.ts';
import { ProjectsService } from '../projects.service.ts';
import { ProgramProjects } from './program-projects.ts';
import { toProjectAnswer } from './project-answer.ts';

@ApiController('projects/:org/:project')
export class ApiProjectController {
  constructor(
    private readonly programProjects: ProgramProjects,
    private readonly projects: ProjectsService,
  ) {}

  @Get()
  async show(@CurrentAccess() access: Access, @Param('project') name: string): Promise<object> {
    const project = await this.programProjects.get(access, name);
    return toProjectAnswer(project, await this.projects.listCreatedAt());
  }
}
