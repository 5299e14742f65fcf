import { Get } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ApiController, Describes } from '../../people/api/index.ts';
import { NamedRelease } from './named-release.ts';
import { ReleasesService } from './releases.service.ts';
import { previousSchema } from './release-schemas.ts';

@ApiController('organizations/:org/releases/:version')
export class ReleaseCommitsController {
  constructor(private readonly releases: ReleasesService) {}

  /**
   * Returns an empty object when there is no such release, because sentry-cli reads any other
   * object as a release.
   */
  @Describes({
    summary: 'The release before that has commits; an empty object where there is none.',
    answer: previousSchema,
  })
  @Get('previous-with-commits')
  @Requires('releases.read')
  async showPrevious(
    @CurrentAccess() access: Access,
    @NamedRelease() named: NamedRelease,
  ): Promise<object> {
    return (await this.releases.findPrevious(access, named)) ?? {};
  }
}
