import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Body, Get, Param } from '@nestjs/common';
import { ownProjectSlug } from '../../self-monitoring.ts';
import { CurrentAccess, Requires } from '../../../../people/accounts/index.ts';
import type { Access } from '../../../../people/accounts/index.ts';
import { Action, Flash, Page, RedirectException } from '../../../../../rendering/index.ts';
import type { TellFlash } from '../../../../../rendering/index.ts';
import { accept } from '../project-errors.ts';
import { ProjectSection } from '../project-section.decorator.ts';
import { ProjectSettingsService } from '../project-settings.service.ts';
import { ProjectPipe } from '../project.pipe.ts';
import type { Project } from '../project.pipe.ts';
import { DeleteProjectDto, ProjectNameDto } from '../../general.dto.ts';
import type { DeleteProjectAction } from '../../general.dto.ts';

@ProjectSection({
  name: 'General',
  words: 'name rename slug delete project',
  help: 'The name is shown everywhere. The slug stands in addresses and in the short ids of issues, and stays.',
  order: 10,
  right: 'project.settings',
})
export class GeneralController {
  constructor(private readonly settings: ProjectSettingsService) {}

  @Get()
  @Page<PropsOf<GeneralController['show']>>('projects/general.page', {
    head: ({ name }) => ({ title: `Settings of ${name}` }),
  })
  async show(
    @Param('slug', ProjectPipe) { id, slug, name }: Project,
    @CurrentAccess() access: Access,
  ) {
    const mayDelete = access.can('projects.delete') && slug !== ownProjectSlug;
    if (!mayDelete) return { slug, name, mayDelete };
    return { slug, name, mayDelete, issues: await this.settings.countIssues(id) };
  }

  @Action('rename')
  async rename(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { name }: ProjectNameDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.rename(project.id, name, access.getSignedIn().user.id));
    flash({ text: 'Name saved.', undo: { action: 'rename', fields: { name: project.name } } });
  }

  @Action<DeleteProjectAction>('delete')
  @Requires('projects.delete')
  async delete(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { slug }: DeleteProjectDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    accept(await this.settings.delete(project, slug, access.getSignedIn().user.id));
    flash({ text: `${project.name} is deleted. What it held is being removed.` });
    throw new RedirectException(to('/settings/projects'));
  }
}
