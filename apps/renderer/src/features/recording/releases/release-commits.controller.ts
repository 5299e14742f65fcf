import { Get, Injectable } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ApiController, Describes, schema } from '../../people/tokens/index.ts';
import { NamedRelease } from './named-release.ts';
import { toCommitAnswer } from './release-answer.ts';
import { ReleasesService } from './releases.service.ts';
import { toNotFound } from './unknown-release.ts';
import { commitSchema, previousSchema } from './release-schemas.ts';

@Injectable()
abstract class ReleaseCommitsEndpoints {
  constructor(private readonly releases: ReleasesService) {}

  /** Returns all commits at once, because sentry-cli does not ask for a second page. */
  @Describes({ summary: 'Commits of a release.', answer: schema.listOf(commitSchema) })
  @Get('commits')
  @Requires('releases.read')
  async list(
    @CurrentAccess() access: Access,
    @NamedRelease() named: NamedRelease,
  ): Promise<readonly object[]> {
    const commits = await this.releases.listCommits(access, named);
    if (!commits) throw toNotFound(named);
    return commits.map(toCommitAnswer);
  }

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

@ApiController('organizations/:org/releases/:version')
export class ReleaseCommitsController extends ReleaseCommitsEndpoints {}

@ApiController('projects/:org/:project/releases/:version')
export class ProjectReleaseCommitsController extends ReleaseCommitsEndpoints {}
