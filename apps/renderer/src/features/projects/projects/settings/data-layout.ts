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

@Requires('issues.read', ProjectOfSlug)
@Layout<PropsOf<DataLayout['load']>>('projects/data.layout')
export class DataLayout implements LayoutLoader {
  constructor(private readonly sections: ProjectSections) {}

  load(@Param('slug', ProjectPipe) project: Project, @CurrentAccess() access: Access) {
    return { parts: this.sections.listDataParts(project, access) };
  }
}
