import { BadRequestException, Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { toRefusal } from '../../../people/api/index.ts';
import type { PageOfList } from '../../../people/api/index.ts';
import { ProjectsService } from '../projects.service.ts';
import { ProjectSettingsService } from '../settings/project-settings.service.ts';
import { ProgramProjects } from './program-projects.ts';
import type { NewProjectDto, ProjectChangesDto } from './project.dto.ts';
import { toTeam } from './team.ts';

@Injectable()
export class ProjectAnswers {
  constructor(
    private readonly programProjects: ProgramProjects,
    private readonly projects: ProjectsService,
    private readonly settings: ProjectSettingsService,
    private readonly config: RendererConfig,
  ) {}

  async show(access: Access, name: string): Promise<object> {
    const project = await this.programProjects.get(access, name);
    return toProjectAnswer(project, await this.projects.listCreatedAt(), this.config);
  }

  async list(access: Access, page: PageOfList): Promise<readonly object[]> {
    const projects = await this.programProjects.list(access);
    const createdAt = await this.projects.listCreatedAt();
    return page
      .show(projects.slice(page.offset))
      .map((project) => toProjectAnswer(project, createdAt, this.config));
  }

  async create(access: Access, { name, slug, platform }: NewProjectDto): Promise<object> {
    const request = { name, slug: slug ?? undefined, platform: platform || undefined };
    const made = await this.settings.create(request, access.getPerson().id);
    if (!made.ok) throw toRefusal(made.code);
    return this.show(access, made.project.slug);
  }

  async change(
    access: Access,
    project: string,
    { name, slug, platform }: ProjectChangesDto,
  ): Promise<object> {
    const [found] = await this.programProjects.require(access, [project], 'project.settings');
    if (slug && slug !== found!.slug) {
      throw new BadRequestException(
        'The slug of a project cannot change, because its addresses and issues carry it.',
      );
    }
    if (typeof name === 'string' && name !== found!.name) {
      const renamed = await this.settings.rename(found!.id, name, access.getPerson().id);
      if (!renamed.ok) throw toRefusal(renamed.code);
    }
    if (typeof platform === 'string' && platform !== found!.platform) {
      // A token of the organisation changes nothing of a project.
      await this.settings.setPlatform(found!.id, platform, access.getPerson().id);
    }
    return this.show(access, project);
  }
}

function toProjectAnswer(
  { id, slug, name, platform }: Project,
  createdAt: ReadonlyMap<number, number>,
  config: RendererConfig,
): object {
  const team = toTeam(config);
  return {
    id: String(id),
    slug,
    name,
    platform: platform ?? null,
    dateCreated: new Date(createdAt.get(id) ?? 0).toISOString(),
    isMember: true,
    hasAccess: true,
    features: [],
    environments: [],
    team,
    teams: [team],
    organization: { id: '1', slug: config.organisation, name: config.organisation },
  };
}
