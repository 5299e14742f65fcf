import { Get, Param, Put } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, JsonBody } from '../../../people/tokens/index.ts';
import { ProjectAnswers } from './project-answers.ts';
import { ProjectChangesDto } from './project.dto.ts';

@ApiController('projects/:org/:project')
export class ApiProjectController {
  constructor(private readonly answers: ProjectAnswers) {}

  @Get()
  show(@CurrentAccess() access: Access, @Param('project') name: string): Promise<object> {
    return this.answers.show(access, name);
  }

  @Put()
  @Requires('project.settings')
  rename(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @JsonBody(ProjectChangesDto) { name }: ProjectChangesDto,
  ): Promise<object> {
    return this.answers.rename(access, project, name);
  }
}
