import { Controller, Get } from '@nestjs/common';
import { to } from '#shared';
import { OpenToAll, RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess, ProjectNames } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';

/** People with more projects begin where all of them are compared. */
const MOST_WITHOUT_OVERVIEW = 3;

@Controller()
@OpenToAll()
export class HomeController {
  constructor(private readonly projects: ProjectNames) {}

  /** Leads to the set-up page while Errata has no owner and the visitor may not read. */
  @Get()
  async home(@CurrentAccess() access: Access): Promise<never> {
    const { isUnowned, canRead, user } = access;
    if (isUnowned && !canRead) throw new RedirectException(to('/setup'));
    const read = user ? access.listProjects('issues.read') : [];
    const seen = (await this.projects.list()).filter(
      ({ id }) => read === 'all' || read.includes(id),
    );
    throw new RedirectException(
      seen.length > MOST_WITHOUT_OVERVIEW ? to('/projects') : to('/issues'),
    );
  }
}
