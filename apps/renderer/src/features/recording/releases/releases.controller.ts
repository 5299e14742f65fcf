import { Delete, Get, HttpCode, HttpStatus, Param, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import {
  ApiController,
  RequestedPage,
  Describes,
  JsonBody,
  schema,
} from '../../people/tokens/index.ts';
import type { PageOfList } from '../../people/tokens/index.ts';
import { NewReleaseDto, ReleaseChangesDto } from './release.dto.ts';
import { AskedFilter } from './release-filter.ts';
import type { ReleaseFilter } from './release-filter.ts';
import { ReleasesService } from './releases.service.ts';
import { toNotFound, refuseUnknown } from './unknown-release.ts';
import { VersionPipe } from './version.pipe.ts';
import {
  newReleaseSchema,
  releaseChangesSchema,
  releaseParameters,
  releaseSchema,
} from './release-schemas.ts';

@ApiController('organizations/:org/releases')
export class ReleasesController {
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
    @JsonBody(NewReleaseDto) fields: NewReleaseDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const { isNew, answer } = await this.releases.createOrChange(access, fields);
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
    @AskedFilter() filter: ReleaseFilter,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    return this.releases.list(access, filter, page);
  }

  @Describes({ summary: 'A release.', answer: releaseSchema })
  @Get(':version')
  @Requires('releases.read')
  async show(
    @CurrentAccess() access: Access,
    @Param('version', VersionPipe) version: string,
  ): Promise<object> {
    const release = await this.releases.show(access, version);
    if (!release) throw toNotFound(version);
    return release;
  }

  @Describes({ summary: 'Changes a release.', body: releaseChangesSchema, answer: releaseSchema })
  @Put(':version')
  @Requires('releases.write')
  async change(
    @CurrentAccess() access: Access,
    @Param('version', VersionPipe) version: string,
    @JsonBody(ReleaseChangesDto) fields: ReleaseChangesDto,
  ): Promise<object> {
    const release = await this.releases.change(access, version, fields);
    if (!release) throw refuseUnknown(version);
    return release;
  }

  @Describes({ summary: 'Removes a release.', statuses: [204] })
  @Delete(':version')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Requires('releases.write')
  async remove(
    @CurrentAccess() access: Access,
    @Param('version', VersionPipe) version: string,
  ): Promise<void> {
    if (!(await this.releases.remove(access, version))) throw toNotFound(version);
  }
}
