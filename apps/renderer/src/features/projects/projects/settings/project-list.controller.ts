import { to } from '#shared';
import type { Address } from '#shared';
import { Body, Get, Query } from '@nestjs/common';
import { Action, Flash, Page, RedirectException } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { SettingsSection } from '../../../people/settings/index.ts';
import { ProjectsService } from '../projects.service.ts';
import { FoundTextPipe } from './found-text.pipe.ts';
import { PageNumberPipe } from './page-number.pipe.ts';
import { toRefusal } from './project-errors.ts';
import { NewProjectDto } from '../project-list.dto.ts';
import type { ProjectListProps } from '../project-list.dto.ts';
import type { Project } from './project.pipe.ts';
import { ProjectSections } from './project-sections.ts';
import { ProjectSettingsService } from './project-settings.service.ts';

const PER_PAGE = 50;

@SettingsSection({
  name: 'Projects',
  words: 'new create',
  help: 'All projects, and what you are in each. A project has its own issues, keys, members and alerts.',
  segment: 'projects',
  order: 10,
})
export class ProjectListController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly settings: ProjectSettingsService,
    private readonly sections: ProjectSections,
  ) {}

  @Get()
  @Page<typeof import('../views/project-list.page.tsx')>('projects/project-list.page', {
    head: () => ({ title: 'Projects' }),
  })
  async list(
    @CurrentAccess() access: Access,
    @Query('new') asksForNew: unknown,
    @Query('find', FoundTextPipe) find: string,
    @Query('page', PageNumberPipe) page: number,
  ): Promise<ProjectListProps> {
    const all = await this.projects.list(access.listProjects('issues.read'));
    const found = all.filter((each) => hasText(each, find));
    const [firstAt, endAt] = [(page - 1) * PER_PAGE, page * PER_PAGE];
    const toPage = (number: number): Address =>
      to('/settings/projects', {}, { query: { find: find || undefined, page: number } });
    return {
      find,
      isLong: all.length > PER_PAGE,
      ...(page > 1 ? { before: toPage(page - 1) } : {}),
      ...(endAt < found.length ? { after: toPage(page + 1) } : {}),
      projects: found.slice(firstAt, endAt).map(({ id, slug, name }) => {
        const [section] = this.sections.list({ id, slug }, access);
        return {
          slug,
          name,
          role: access.findRole(id) ?? 'viewer',
          ...(section ? { settings: section.href } : {}),
          ...(access.can('project.keys', id)
            ? { start: to('/projects/:slug/start', { slug }) }
            : {}),
        };
      }),
      mayCreate: access.can('projects.create'),
      isNew: asksForNew !== undefined,
    };
  }

  @Action('create')
  @Requires('projects.create')
  async create(
    @Body() request: NewProjectDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    const result = await this.settings.create(request, access.getSignedIn().user.id);
    if (!result.ok) throw toRefusal(result.code);
    flash({ text: `${result.project.name} is there, with its first key.` });
    throw new RedirectException(to('/projects/:slug/start', { slug: result.project.slug }));
  }
}

function hasText({ slug, name }: Project, text: string): boolean {
  return [slug, name].some((each) => each.toLowerCase().includes(text.toLowerCase()));
}
