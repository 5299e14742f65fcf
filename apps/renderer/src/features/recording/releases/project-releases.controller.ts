import { Get, Param } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ApiController, RequestedPage, Describes, schema } from '../../people/tokens/index.ts';
import type { PageOfList } from '../../people/tokens/index.ts';
import { AskedFilter } from './release-filter.ts';
import type { ReleaseFilter } from './release-filter.ts';
import { ReleasesService } from './releases.service.ts';
import { releaseParameters, releaseSchema } from './release-schemas.ts';

@ApiController('projects/:org/:project/releases')
export class ProjectReleasesController {
  constructor(private readonly releases: ReleasesService) {}

  @Describes({
    summary: 'Releases of a project, the newest first.',
    query: releaseParameters,
    answer: schema.listOf(releaseSchema),
  })
  @Get()
  @Requires('releases.read')
  list(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @AskedFilter() filter: ReleaseFilter,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    return this.releases.list(access, { ...filter, projects: [project] }, page);
  }
}
