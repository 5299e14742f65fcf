import { Get, NotFoundException, Param, Post } from '@nestjs/common';
import { RendererConfig } from '../../../../config/renderer-config.ts';
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
import { toTeam } from './team.ts';
import { newProjectSchema, projectSchema, teamSchema } from './project-schemas.ts';

@ApiController('organizations/:org/teams')
export class TeamsController {
  constructor(private readonly config: RendererConfig) {}

  @Describes({ summary: 'The one team.', query: pageParameters, answer: schema.listOf(teamSchema) })
  @Get()
  list(@RequestedPage() page: PageOfList): readonly object[] {
    return page.show([toTeam(this.config)].slice(page.offset));
  }
}

@ApiController('teams/:org/:team/projects')
export class TeamProjectsController {
  constructor(
    private readonly answers: ProjectAnswers,
    private readonly config: RendererConfig,
  ) {}

  @Describes({
    summary: 'Projects of the team: all that the token knows of.',
    query: pageParameters,
    answer: schema.listOf(projectSchema),
  })
  @Get()
  list(
    @CurrentAccess() access: Access,
    @Param('team') team: string,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    this.requireTeam(team);
    return this.answers.list(access, page);
  }

  @Describes({ summary: 'Makes a project.', body: newProjectSchema, answer: projectSchema })
  @Post()
  @Requires('projects.create')
  create(
    @CurrentAccess() access: Access,
    @Param('team') team: string,
    @JsonBody(NewProjectDto, ofTerraform.newProject) fields: NewProjectDto,
  ): Promise<object> {
    this.requireTeam(team);
    return this.answers.create(access, fields);
  }

  private requireTeam(team: string): void {
    const { organisation } = this.config;
    if (team !== organisation && team !== '1') {
      throw new NotFoundException(
        `No team '${team.slice(0, 50)}'. The one team is '${organisation}'.`,
      );
    }
  }
}
