import { to } from '#shared';
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
import type { DeleteProjectAction, GeneralProps } from '../../general.dto.ts';

/** What a project is called. The settings of a project open on it. */
@ProjectSection({
  name: 'General',
  words: 'name rename slug delete project',
  order: 10,
  right: 'project.settings',
})
export class GeneralController {
  constructor(private readonly settings: ProjectSettingsService) {}

  @Get()
  @Page<typeof import('../../views/general.page.tsx')>('projects/general.page', {
    head: ({ name }) => ({ title: `Settings of ${name}` }),
  })
  show(
    @Param('slug', ProjectPipe) { slug, name }: Project,
    @CurrentAccess() access: Access,
  ): GeneralProps {
    return { slug, name, mayDelete: access.can('projects.delete') && slug !== ownProjectSlug };
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

  /** For owners alone; nothing brings it back. */
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
