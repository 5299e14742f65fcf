import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import type { MenuLink, SectionLink } from '../../../../ui/menu-link.ts';
import { mayOpen } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { Menus } from '../../../people/menus/index.ts';
import { SettingsEntry } from '../../../people/settings/index.ts';
import { DataEntry, ProjectEntry } from './project-settings-menu.ts';

@Injectable()
export class ProjectSections {
  constructor(private readonly menus: Menus) {}

  list({ id, slug }: Pick<Project, 'id' | 'slug'>, access: Access): MenuLink[] {
    return this.menus.list(ProjectEntry, {
      mayOpen: (controller) => mayOpen(access, controller, id),
      params: { slug },
    });
  }

  listDataParts({ id, slug }: Pick<Project, 'id' | 'slug'>, access: Access): MenuLink[] {
    return this.menus.list(DataEntry, {
      mayOpen: (controller) => mayOpen(access, controller, id),
      params: { slug },
    });
  }

  /**
   * Returns the sections, and the parts of the section *Data*, that match what was typed. Words of
   * the project's name and slug match every section.
   */
  search(typed: string, { id, slug, name }: Project, access: Access): MenuLink[] {
    const request = {
      mayOpen: (controller: object) => mayOpen(access, controller, id),
      params: { slug },
      around: `settings ${name} ${slug}`,
    };
    const parts = this.menus.search(DataEntry, typed, {
      ...request,
      around: `data ${request.around}`,
    });
    const found = this.menus
      .search(ProjectEntry, typed, request)
      .filter(({ href }) => !parts.some((part) => part.href === href));
    return [...found, ...parts.map((part) => ({ ...part, name: `Data: ${part.name}` }))];
  }

  describe(
    { id: projectId, slug }: Pick<Project, 'id' | 'slug'>,
    access: Access,
  ): Promise<SectionLink[]> {
    return this.menus.describe(ProjectEntry, {
      mayOpen: (controller) => mayOpen(access, controller, projectId),
      params: { slug },
      projectId,
    });
  }

  describeInstance(access: Access): Promise<SectionLink[]> {
    return this.menus.describe(SettingsEntry, {
      mayOpen: (controller) => mayOpen(access, controller),
    });
  }
}
