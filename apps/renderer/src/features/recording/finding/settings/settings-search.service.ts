import { Injectable } from '@nestjs/common';
import type { Address } from '#shared';
import { AccountEntry, mayOpen } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { Menus } from '../../../people/menus/index.ts';
import { SettingsEntry } from '../../../people/settings/index.ts';
import { ProjectSections, ProjectsService } from '../../../projects/projects/index.ts';

interface FoundSetting {
  readonly name: string;
  readonly href: Address;
  /** A project, or `Your account`. Absent for settings of the instance. */
  readonly of?: string;
}

@Injectable()
export class SettingsSearch {
  constructor(
    private readonly menus: Menus,
    private readonly projects: ProjectsService,
    private readonly sections: ProjectSections,
  ) {}

  /**
   * Resolves with at most `limit` pages: first those of the instance, then those of each project.
   * Searches projects only when something is typed.
   */
  async list(typed: string, access: Access, limit: number): Promise<readonly FoundSetting[]> {
    const found: FoundSetting[] = this.menus.search(SettingsEntry, typed, {
      mayOpen: (controller) => mayOpen(access, controller),
      around: 'settings',
    });
    const projects =
      typed === '' ? [] : await this.projects.list(access.listProjects('issues.read'));
    for (const project of projects) {
      if (found.length >= limit) break;
      const { name: of } = project;
      found.push(...this.sections.search(typed, project, access).map((link) => ({ ...link, of })));
    }
    return found.slice(0, limit);
  }

  listOfAccount(typed: string, access: Access): readonly FoundSetting[] {
    const links = this.menus.search(AccountEntry, typed, {
      mayOpen: (controller) => mayOpen(access, controller),
      around: 'account',
    });
    return links.map((link) => ({ ...link, of: 'Your account' }));
  }
}
