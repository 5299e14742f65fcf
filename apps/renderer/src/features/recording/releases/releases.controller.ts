import {
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Injectable,
  Param,
  Post,
  Put,
  Res,
} from '@nestjs/common';
import type { Response } from 'express';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import {
  ApiController,
  RequestedPage,
  Describes,
  JsonBody,
  schema,
} from '../../people/api/index.ts';
import type { PageOfList } from '../../people/api/index.ts';
import { NamedRelease } from './named-release.ts';
import { NewReleaseDto, ReleaseChangesDto } from './release.dto.ts';
import { AskedFilter } from './release-filter.ts';
import type { ReleaseFilter } from './release-filter.ts';
import { toCommitAnswer } from './release-answer.ts';
import { ReleasesService } from './releases.service.ts';
import { toNotFound, refuseUnknown } from './unknown-release.ts';
import {
  commitSchema,
  newReleaseSchema,
  releaseChangesSchema,
  releaseParameters,
  releaseSchema,
} from './release-schemas.ts';

@Injectable()
abstract class ReleaseEndpoints {
  constructor(private readonly releases: ReleasesService) {}

  /** Answers 201 for a new release, and 208 for an existing release, which the call changes. */
  @Describes({
    summary: 'Makes or changes a release; 208 where it was there.',
    body: newReleaseSchema,
    answer: releaseSchema,
    statuses: [201, 208],
  })
  @Post()
  @Requires('releases.write')
  async createOrChange(
    @CurrentAccess() access: Access,
    @Param('project') project: string | undefined,
    @JsonBody(NewReleaseDto) fields: NewReleaseDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const { isNew, answer } = await this.releases.createOrChange(access, fields, project);
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.ALREADY_REPORTED);
    return answer;
  }

  @Describes({
    summary: 'Releases, the newest first.',
    query: releaseParameters,
    answer: schema.listOf(releaseSchema),
  })
  @Get()
  @Requires('releases.read')
  list(
    @CurrentAccess() access: Access,
    @Param('project') project: string | undefined,
    @AskedFilter() filter: ReleaseFilter,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    const projects = project === undefined ? {} : { projects: [project] };
    return this.releases.list(access, { ...filter, ...projects }, page);
  }

  @Describes({ summary: 'A release.', answer: releaseSchema })
  @Get(':version')
  @Requires('releases.read')
  async show(
    @CurrentAccess() access: Access,
    @NamedRelease() named: NamedRelease,
  ): Promise<object> {
    const release = await this.releases.show(access, named);
    if (!release) throw toNotFound(named);
    return release;
  }

  /** Returns all commits at once, because sentry-cli does not ask for a second page. */
  @Describes({ summary: 'Commits of a release.', answer: schema.listOf(commitSchema) })
  @Get(':version/commits')
  @Requires('releases.read')
  async listCommits(
    @CurrentAccess() access: Access,
    @NamedRelease() named: NamedRelease,
  ): Promise<readonly object[]> {
    const commits = await this.releases.listCommits(access, named);
    if (!commits) throw toNotFound(named);
    return commits.map(toCommitAnswer);
  }

  @Describes({ summary: 'Changes a release.', body: releaseChangesSchema, answer: releaseSchema })
  @Put(':version')
  @Requires('releases.write')
  async change(
    @CurrentAccess() access: Access,
    @NamedRelease() named: NamedRelease,
    @JsonBody(ReleaseChangesDto) fields: ReleaseChangesDto,
  ): Promise<object> {
    const release = await this.releases.change(access, named, fields);
    if (!release) throw refuseUnknown(named);
    return release;
  }

  @Describes({ summary: 'Removes a release.', statuses: [204] })
  @Delete(':version')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Requires('releases.write')
  async remove(
    @CurrentAccess() access: Access,
    @NamedRelease() named: NamedRelease,
  ): Promise<void> {
    if (!(await this.releases.remove(access, named))) throw toNotFound(named);
  }
}

@ApiController('organizations/:org/releases')
export class ReleasesController extends ReleaseEndpoints {}

/** sentry-cli 2 and the bundler plugins that bring it ask here when they know the project. */
@ApiController('projects/:org/:project/releases')
export class ProjectReleasesController extends ReleaseEndpoints {}
