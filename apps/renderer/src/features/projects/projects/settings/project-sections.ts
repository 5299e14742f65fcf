import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import type { MenuLink } from '../../../../ui/menu-link.ts';
import { mayOpen } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { Menus } from '../../../people/menus/index.ts';
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
}
