import { applyDecorators, Controller } from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import { UseLayouts } from '../../../../rendering/index.ts';
import type { MenuEntry } from '../../../people/menus/index.ts';
import { Requires } from '../../../people/accounts/index.ts';
import { ProjectOfSlug } from './project-of-slug.ts';
import { ProjectSettingsLayout } from './project-settings-layout.ts';
import { ProjectEntry } from './project-settings-menu.ts';

export interface ProjectSectionOptions extends Omit<MenuEntry, 'shortcut' | 'href'> {
  /** Last part of the path `/settings/projects/<slug>/<segment>`. Absent for the first section. */
  readonly segment?: string;
  /** Right in the project that is needed to see the section and to use all of its actions. */
  readonly right: Right;
}

/**
 * Makes a controller a section of a project's settings. The settings show the section to visitors
 * who have the right.
 */
export function ProjectSection({
  segment = '',
  right,
  ...entry
}: ProjectSectionOptions): ClassDecorator {
  return applyDecorators(
    Controller(`settings/projects/:slug/${segment}`),
    UseLayouts(ProjectSettingsLayout),
    Requires(right, ProjectOfSlug),
    ProjectEntry(entry),
  );
}
