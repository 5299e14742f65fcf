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

  load(
    @Param('slug', ProjectPipe) project: Project,
    @CurrentAccess() access: Access,
  ): ProjectSettingsLayoutProps {
    const { slug, name } = project;
    return {
      slug,
      name,
      sections: this.sections.list(project, access),
      ofInstance: this.sections.listOfInstance(access),
    };
  }
}
