import { applyDecorators, Controller } from '@nestjs/common';
import { UseLayouts } from '../../../../rendering/index.ts';
import { Requires } from '../../../people/accounts/index.ts';
import { DataLayout } from './data-layout.ts';
import { ProjectOfSlug } from './project-of-slug.ts';
import type { ProjectSectionOptions } from './project-section.decorator.ts';
import { ProjectSettingsLayout } from './project-settings-layout.ts';
import { DataEntry } from './project-settings-menu.ts';

/**
 * Makes a controller a part of the section *Data* of a project's settings, at
 * `/settings/projects/<slug>/data/<segment>`.
 */
export function DataPart({
  segment = '',
  right,
  ...entry
}: Omit<ProjectSectionOptions, 'state' | 'help' | 'document'>): ClassDecorator {
  return applyDecorators(
    Controller(`settings/projects/:slug/data/${segment}`),
    UseLayouts(ProjectSettingsLayout, DataLayout),
    Requires(right, ProjectOfSlug),
    DataEntry(entry),
  );
}
