import { Get, Param, Put } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, Describes, JsonBody } from '../../../people/api/index.ts';
import { ProjectAnswers } from './project-answers.ts';
import { ofTerraform, ProjectChangesDto } from './project.dto.ts';
import { projectChangesSchema, projectSchema } from './project-schemas.ts';

@ApiController('projects/:org/:project')
export class ApiProjectController {
  constructor(private readonly answers: ProjectAnswers) {}

  @Describes({ summary: 'A project.', answer: projectSchema })
  @Get()
  show(@CurrentAccess() access: Access, @Param('project') name: string): Promise<object> {
    return this.answers.show(access, name);
  }

  @Describes({ summary: 'Changes a project.', body: projectChangesSchema, answer: projectSchema })
  @Put()
  @Requires('project.settings')
  change(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @JsonBody(ProjectChangesDto, ofTerraform.project) changes: ProjectChangesDto,
  ): Promise<object> {
    return this.answers.change(access, project, changes);
  }
}
