import { Body, Get, Param } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { CurrentAccess } from '../../../../people/accounts/index.ts';
import type { Access } from '../../../../people/accounts/index.ts';
import { Action, Flash, Page } from '../../../../../rendering/index.ts';
import type { TellFlash } from '../../../../../rendering/index.ts';
import { accept } from '../project-errors.ts';
import { LimitsState } from './limits-state.ts';
import { ProjectSection } from '../project-section.decorator.ts';
import { ProjectSettingsService } from '../project-settings.service.ts';
import { ProjectPipe } from '../project.pipe.ts';
import type { Project } from '../project.pipe.ts';
import { LimitsDto } from '../../limits.dto.ts';

@ProjectSection({
  name: 'Limits',
  words: 'rate origins cors allowed reports minute',
  segment: 'limits',
  state: LimitsState,
  help: 'The rate protects the storage of all projects. Allowed origins keep other pages from reporting with your key.',
  order: 30,
  right: 'project.settings',
})
export class LimitsController {
  constructor(private readonly settings: ProjectSettingsService) {}

  @Get()
  @Page<PropsOf<LimitsController['show']>>('projects/limits.page', {
    head: ({ name }) => ({ title: `Limits of ${name}` }),
  })
  async show(
    @Param('slug', ProjectPipe) { id, slug, name, reportsPerMinute, allowedOrigins }: Project,
  ) {
    return {
      version: await this.settings.getLimitsVersion(id),
      slug,
      name,
      reportsPerMinute,
      allowedOrigins,
    };
  }

  @Action('save')
  async save(
    @Param('slug', ProjectPipe) { id, reportsPerMinute, allowedOrigins = [] }: Project,
    @Body() { rate, origins, version: sent }: LimitsDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const version = Number(sent ?? (await this.settings.getLimitsVersion(id)));
    const byUserId = access.getSignedIn().user.id;
    accept(await this.settings.limit(id, { rate, origins, version }, byUserId));
    const fields = {
      rate: String(reportsPerMinute ?? ''),
      origins: allowedOrigins.join('\n'),
      version: String(await this.settings.getLimitsVersion(id)),
    };
    flash({ text: 'Limits saved.', undo: { action: 'save', fields } });
  }
}
