import { Param } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Layout } from '../../../../rendering/index.ts';
import type { LayoutLoader } from '../../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ProjectOfSlug } from './project-of-slug.ts';
import { ProjectSections } from './project-sections.ts';
import { ProjectPipe } from './project.pipe.ts';
import type { Project } from './project.pipe.ts';

/**
 * Refusals of the pages appear inside this layout. The layout therefore needs a guard of its own,
 * so that strangers do not learn that the project exists.
 */
@Requires('issues.read', ProjectOfSlug)
@Layout<PropsOf<ProjectSettingsLayout['load']>>('projects/project-settings.layout')
export class ProjectSettingsLayout implements LayoutLoader {
  constructor(private readonly sections: ProjectSections) {}

  async load(@Param('slug', ProjectPipe) project: Project, @CurrentAccess() access: Access) {
    const { slug, name } = project;
    const [sections, ofInstance] = await Promise.all([
      this.sections.describe(project, access),
      this.sections.describeInstance(access),
    ]);
    return { slug, name, sections, ofInstance };
  }
}
