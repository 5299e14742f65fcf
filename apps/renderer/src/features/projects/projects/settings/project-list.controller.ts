import { to } from '#shared';
import type { Address, PropsOf } from '#shared';
import { Body, Get, Injectable, NotFoundException, Query } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { Action, Flash, Page, RedirectException } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { SettingsSection } from '../../../people/settings/index.ts';
import { ProjectsService } from '../projects.service.ts';
import { FoundTextPipe } from './found-text.pipe.ts';
import { toRefusal } from './project-errors.ts';
import type { Project } from './project.pipe.ts';
import { ProjectSections } from './project-sections.ts';
import { ProjectSettingsService } from './project-settings.service.ts';

/** Reads `?page=`, from 1 on. Throws 404 for anything else. */
@Injectable()
class PageNumberPipe implements PipeTransform<unknown, number> {
  transform(value: unknown = '1'): number {
    if (typeof value !== 'string' || !/^[1-9]\d{0,4}$/.test(value)) throw new NotFoundException();
    return Number(value);
  }
}

class NewProjectDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;

  @IsOptional()
  @IsString({ message: 'This is not a slug.' })
  readonly slug?: string;
}

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
  @Page<PropsOf<ProjectListController['list']>>('projects/project-list.page', {
    head: () => ({ title: 'Projects' }),
  })
  async list(
    @CurrentAccess() access: Access,
    @Query('new') asksForNew: unknown,
    @Query('find', FoundTextPipe) find: string,
    @Query('page', PageNumberPipe) page: number,
  ) {
    const all = await this.projects.list(access.listProjects('issues.read'));
    const found = all.filter((each) => hasText(each, find));
    const [firstAt, endAt] = [(page - 1) * PER_PAGE, page * PER_PAGE];
    const toPage = (number: number): Address =>
      to('/settings/projects', {}, { query: { find: find || undefined, page: number } });
    return {
      find,
      isLong: all.length > PER_PAGE,
      before: page > 1 ? toPage(page - 1) : undefined,
      after: endAt < found.length ? toPage(page + 1) : undefined,
      projects: found.slice(firstAt, endAt).map(({ id, slug, name }) => {
        const [section] = this.sections.list({ id, slug }, access);
        return {
          slug,
          name,
          role: access.findRole(id) ?? 'viewer',
          settings: section?.href,
          start: access.can('project.keys', id) ? to('/projects/:slug/start', { slug }) : undefined,
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
