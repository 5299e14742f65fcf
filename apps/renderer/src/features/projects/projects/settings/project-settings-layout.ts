import { Param } from '@nestjs/common';
import { Layout } from '../../../../rendering/index.ts';
import type { LayoutLoader } from '../../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import type { ProjectSettingsLayoutProps } from '../project-settings.dto.ts';
import { ProjectOfSlug } from './project-of-slug.ts';
import { ProjectSections } from './project-sections.ts';
import { ProjectPipe } from './project.pipe.ts';
import type { Project } from './project.pipe.ts';

/**
 * The frame around what is set of one project: the way from one section to another, and to those of the instance. It stands around
 * refusals as well, so it has a guard of its own: a stranger does not learn that the project exists.
 */
@Requires('issues.read', ProjectOfSlug)
@Layout<typeof import('../views/project-settings.layout.tsx')>('projects/project-settings.layout')
export class ProjectSettingsLayout implements LayoutLoader<ProjectSettingsLayoutProps> {
  constructor(private readonly sections: ProjectSections) {}

  async load(
    @Param('slug', ProjectPipe) project: Project,
    @CurrentAccess() access: Access,
  ): Promise<ProjectSettingsLayoutProps> {
    const { slug, name } = project;
    const [sections, ofInstance] = await Promise.all([
      this.sections.describe(project, access),
      this.sections.describeInstance(access),
    ]);
    return { slug, name, sections, ofInstance };
  }
}
