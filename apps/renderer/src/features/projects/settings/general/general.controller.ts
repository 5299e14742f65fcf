import { Body, Get, Param } from '@nestjs/common';
import { CurrentAccess } from '../../../accounts/index.ts';
import type { Access } from '../../../accounts/index.ts';
import { Action, Flash, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { accept } from '../project-errors.ts';
import { ProjectSection } from '../project-section.decorator.ts';
import { ProjectSettingsService } from '../project-settings.service.ts';
import { ProjectPipe } from '../project.pipe.ts';
import type { Project } from '../project.pipe.ts';
import { ProjectNameDto } from './general.dto.ts';
import type { GeneralProps } from './general.dto.ts';

/** What a project is called. The settings of a project open on it. */
@ProjectSection({ name: 'General', order: 10, right: 'project.settings' })
export class GeneralController {
  constructor(private readonly settings: ProjectSettingsService) {}

  @Get()
  @Page<typeof import('../../views/general.page.tsx')>('projects/general.page', {
    head: ({ name }) => ({ title: `Settings of ${name}` }),
  })
  show(@Param('slug', ProjectPipe) { slug, name }: Project): GeneralProps {
    return { slug, name };
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
}
