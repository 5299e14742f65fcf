import { Get, Post } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ApiController, JsonBody, Describes, schema } from '../../people/api/index.ts';
import { NewDeployDto } from './deploy.dto.ts';
import { NamedRelease } from './named-release.ts';
import { ReleasesService } from './releases.service.ts';
import { refuseUnknown } from './unknown-release.ts';
import { deploySchema, newDeploySchema } from './release-schemas.ts';

@ApiController('organizations/:org/releases/:version/deploys')
export class DeploysController {
  constructor(private readonly releases: ReleasesService) {}

  @Describes({ summary: 'Notes a deploy.', body: newDeploySchema, answer: deploySchema })
  @Post()
  @Requires('releases.write')
  async add(
    @CurrentAccess() access: Access,
    @NamedRelease() named: NamedRelease,
    @JsonBody(NewDeployDto) fields: NewDeployDto,
  ): Promise<object> {
    const deploy = await this.releases.deploy(access, named, fields);
    if (!deploy) throw refuseUnknown(named);
    return deploy;
  }

  @Describes({ summary: 'Deploys of a release.', answer: schema.listOf(deploySchema) })
  @Get()
  @Requires('releases.read')
  async list(
    @CurrentAccess() access: Access,
    @NamedRelease() named: NamedRelease,
  ): Promise<readonly object[]> {
    const deploys = await this.releases.listDeploys(access, named);
    if (!deploys) throw refuseUnknown(named);
    return deploys;
  }
}
