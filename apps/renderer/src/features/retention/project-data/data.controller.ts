import { to } from '#shared';
import { Get, Param } from '@nestjs/common';
import { Page } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { BoundsService } from '../bounds/index.ts';
import { PrivacyService } from '../../recording/privacy/index.ts';
import { FiltersService, listFilters } from '../../recording/filters/index.ts';
import { DataPart, ProjectEntry, ProjectPipe } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import type { DataProps } from './data.dto.ts';
import { DataService } from './data.service.ts';
import { describeHidden, describeKept } from './words/kept-words.ts';

@DataPart({
  name: 'Received',
  words: 'storage space bounds room events kept refused filtered lost rate limited why missing',
  order: 10,
  right: 'issues.read',
})
@ProjectEntry({
  name: 'Data',
  help: 'Everything about the data of this project: what came and what became of it, how long it is kept, what is hidden of it, and what is stored of one person.',
  state: DataService,
  order: 60,
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
    head: ({ name }) => ({ title: `Received by ${name}` }),
  })
  async show(
    @Param('slug', ProjectPipe) project: Project,
    @CurrentAccess() access: Access,
  ): Promise<DataProps> {
    const { id, slug, name } = project;
    const [data, settings, privacy, room, daysKept] = await Promise.all([
      this.data.describe(project, access),
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
