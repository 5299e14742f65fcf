import { Get, Post } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import {
  ApiController,
  RequestedPage,
  Describes,
  JsonBody,
  pageParameters,
  schema,
} from '../../../people/api/index.ts';
import type { PageOfList } from '../../../people/api/index.ts';
import { ProjectAnswers } from './project-answers.ts';
import { NewProjectDto, ofTerraform } from './project.dto.ts';
import { newProjectSchema, projectSchema } from './project-schemas.ts';

@ApiController('organizations/:org/projects')
export class OrganisationProjectsController {
  constructor(private readonly answers: ProjectAnswers) {}

  @Describes({
    summary: 'Projects that the token knows of.',
    query: pageParameters,
    answer: schema.listOf(projectSchema),
  })
  @Get()
  list(
    @CurrentAccess() access: Access,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    return this.answers.list(access, page);
  }

  @Describes({ summary: 'Makes a project.', body: newProjectSchema, answer: projectSchema })
  @Post()
  @Requires('projects.create')
  create(
    @CurrentAccess() access: Access,
    @JsonBody(NewProjectDto, ofTerraform.newProject) fields: NewProjectDto,
  ): Promise<object> {
    return this.answers.create(access, fields);
  }
}
