import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { filledQuery, Page } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { ReleaseAddressPipe } from './release-address.pipe.ts';
import type { ReleaseAddress } from './release-address.pipe.ts';
import { releasePage } from './release-page.ts';
import { ReleaseListService } from './release-list.service.ts';
import { ReleasePageService } from './release-page.service.ts';

@Controller('releases')
@OpenToGuests()
@NavigationEntry({ name: 'Releases', order: 16 })
export class ReleaseHealthController {
  constructor(
    private readonly listed: ReleaseListService,
    private readonly pages: ReleasePageService,
  ) {}

  @Get()
  @Page<PropsOf<ReleaseHealthController['list']>>('release-health/releases.page', {
    head: () => ({ title: 'Releases' }),
    tags: ({ tags }) => ['releases', ...tags],
    staleMs: 0,
  })
  list(
    @Query(filledQuery('/releases'), ReleaseAddressPipe) address: ReleaseAddress,
    @CurrentAccess() access: Access,
  ) {
    return this.listed.list(access, address);
  }

  @Get(':version')
  @Page<PropsOf<ReleaseHealthController['show']>>('release-health/release.page', {
    head: ({ version }) => ({ title: `Release ${version}` }),
    tags: ({ tags }) => ['releases', ...tags],
    staleMs: 0,
    places: releasePage,
  })
  async show(
    @Param('version') version: string,
    @Query(ReleaseAddressPipe) address: ReleaseAddress,
    @CurrentAccess() access: Access,
  ) {
    const release = await this.pages.show(access, version, address);
    if (!release) throw new NotFoundException();
    return release;
  }
}
