import { Get, Param } from '@nestjs/common';
import { to } from '#shared';
import { RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ClientLinks } from '../../people/api/index.ts';
import { MonitorAnswers } from './api/monitor-answers.ts';

@ClientLinks('crons')
export class MonitorLinksController {
  constructor(private readonly monitors: MonitorAnswers) {}

  /** Sentry's MCP server leaves the project out. */
  @Get(':monitor')
  async show(@CurrentAccess() access: Access, @Param('monitor') name: string): Promise<never> {
    return this.lead(access, name);
  }

  @Get(':project/:monitor')
  async showInProject(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @Param('monitor') name: string,
  ): Promise<never> {
    return this.lead(access, name, project);
  }

  private async lead(access: Access, name: string, project?: string): Promise<never> {
    const { id } = await this.monitors.get(access, name, project);
    throw new RedirectException(to('/crons/:id', { id }));
  }
}
