import { Body, Get, Param } from '@nestjs/common';
import { CurrentAccess } from '../../../../people/accounts/index.ts';
import type { Access } from '../../../../people/accounts/index.ts';
import { Action, Flash, Page } from '../../../../../rendering/index.ts';
import type { TellFlash } from '../../../../../rendering/index.ts';
import { accept } from '../project-errors.ts';
import { ProjectSection } from '../project-section.decorator.ts';
import { ProjectSettingsService } from '../project-settings.service.ts';
import { ProjectPipe } from '../project.pipe.ts';
import type { Project } from '../project.pipe.ts';
import { RateDto } from '../rate.dto.ts';
import { OriginsDto } from '../../limits.dto.ts';
import type { LimitsProps } from '../../limits.dto.ts';

/** How much a project takes, and from whose pages. */
@ProjectSection({
  name: 'Limits',
  words: 'rate origins cors allowed reports minute',
  segment: 'limits',
  order: 30,
  right: 'project.settings',
})
export class LimitsController {
  constructor(private readonly settings: ProjectSettingsService) {}

  @Get()
  @Page<typeof import('../../views/limits.page.tsx')>('projects/limits.page', {
    head: ({ name }) => ({ title: `Limits of ${name}` }),
  })
  show(
    @Param('slug', ProjectPipe) { slug, name, reportsPerMinute, allowedOrigins }: Project,
  ): LimitsProps {
    return {
      slug,
      name,
      ...(reportsPerMinute === undefined ? {} : { reportsPerMinute }),
      ...(allowedOrigins ? { allowedOrigins } : {}),
    };
  }

  @Action('limit')
  async limit(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { rate }: RateDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.limit(project.id, rate, access.getSignedIn().user.id));
    const fields = { rate: String(project.reportsPerMinute ?? '') };
    flash({ text: 'Rate of the project saved.', undo: { action: 'limit', fields } });
  }

  @Action('allow-origins')
  async allowOrigins(
    @Param('slug', ProjectPipe) { id, allowedOrigins = [] }: Project,
    @Body() { origins }: OriginsDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.allowOrigins(id, origins, access.getSignedIn().user.id));
    const fields = { origins: allowedOrigins.join('\n') };
    flash({ text: 'Origins saved.', undo: { action: 'allow-origins', fields } });
  }
}
