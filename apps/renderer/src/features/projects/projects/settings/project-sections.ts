import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import type { MenuLink } from '../../../../ui/menu-link.ts';
import { mayOpen } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { Menus } from '../../../people/menus/index.ts';
import { SettingsEntry } from '../../../people/settings/index.ts';
import { ProjectEntry } from './project-settings-menu.ts';

/** What there is to be set of a project. */
@Injectable()
export class ProjectSections {
  constructor(private readonly menus: Menus) {}

  /** Those that the visitor may open, in their order. */
  list({ id, slug }: Pick<Project, 'id' | 'slug'>, access: Access): MenuLink[] {
    return this.menus.list(ProjectEntry, {
      mayOpen: (controller) => mayOpen(access, controller, id),
      params: { slug },
    });
  }

  /** Those of them that typed words mean, the name of the project among them. */
  search(typed: string, { id, slug, name }: Project, access: Access): MenuLink[] {
    return this.menus.search(ProjectEntry, typed, {
      mayOpen: (controller) => mayOpen(access, controller, id),
      params: { slug },
      around: `settings ${name} ${slug}`,
    });
  }

  /** Those of the instance, alike. */
  listOfInstance(access: Access): MenuLink[] {
    return this.menus.list(SettingsEntry, {
      mayOpen: (controller) => mayOpen(access, controller),
    });
  }
}
