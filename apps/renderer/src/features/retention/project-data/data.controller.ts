import { to } from '#shared';
import { Get, Param } from '@nestjs/common';
import { Page } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { BoundsService } from '../bounds/index.ts';
import { PrivacyService } from '../../recording/privacy/index.ts';
import { FiltersService } from '../../recording/filters/index.ts';
import { ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import type { DataProps } from './data.dto.ts';
import { DataService, listFilters } from './data.service.ts';
import { describeHidden, describeKept } from './words/kept-words.ts';

/** What Errata does with the data of a project, for all who read it. */
@ProjectSection({
  name: 'Data',
  words: 'storage space bounds events kept received refused',
  segment: 'data',
  order: 60,
  right: 'issues.read',
})
export class DataController {
  constructor(
    private readonly data: DataService,
    private readonly filters: FiltersService,
    private readonly privacy: PrivacyService,
    private readonly bounds: BoundsService,
  ) {}

  @Get()
  @Page<typeof import('./views/data.page.tsx')>('project-data/data.page', {
    head: ({ name }) => ({ title: `Data of ${name}` }),
  })
  async show(
    @Param('slug', ProjectPipe) { id, slug, name }: Project,
    @CurrentAccess() access: Access,
  ): Promise<DataProps> {
    const [data, settings, privacy, room, daysKept] = await Promise.all([
      this.data.describe(id),
      this.filters.get(id),
      this.privacy.get(id),
      this.bounds.describeRoom(id),
      this.bounds.getDaysKept(id),
    ]);
    const filtersHref = to('/settings/projects/:slug/filters', { slug });
    return {
      name,
      kept: describeKept(daysKept),
      hidden: describeHidden(privacy),
      room,
      filters: listFilters(settings),
      ...(access.can('project.filters', id) ? { filtersHref } : {}),
      ...data,
    };
  }
}
