import { applyDecorators, Controller } from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import { UseLayouts } from '../../../../rendering/index.ts';
import type { MenuEntry } from '../../../people/menus/index.ts';
import { Requires } from '../../../people/accounts/index.ts';
import { ProjectOfSlug } from './project-of-slug.ts';
import { ProjectSettingsLayout } from './project-settings-layout.ts';
import { ProjectEntry } from './project-settings-menu.ts';

export interface ProjectSectionOptions extends Omit<MenuEntry, 'shortcut' | 'href'> {
  /** It is at `/settings/projects/<slug>/<segment>`; absent of the one that the settings open on. */
  readonly segment?: string;
  /** Who has it in the project finds the section and may do all that its controller does. */
  readonly right: Right;
}

/** Makes a controller a section of a project's settings: in their frame, with a link for those who have the right. */
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
