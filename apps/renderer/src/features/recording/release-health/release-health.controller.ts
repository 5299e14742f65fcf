import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import { filledQuery, Page } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { ReleaseAddressPipe } from './release-address.pipe.ts';
import type { ReleaseAddress } from './release-address.pipe.ts';
import type { ReleaseListProps, ReleaseProps } from './release-health.dto.ts';
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
  @Page<typeof import('./views/releases.page.tsx')>('release-health/releases.page', {
    head: () => ({ title: 'Releases' }),
    tags: ({ tags }) => ['releases', ...tags],
    staleMs: 0,
  })
  list(
    @Query(filledQuery('/releases'), ReleaseAddressPipe) address: ReleaseAddress,
    @CurrentAccess() access: Access,
  ): Promise<ReleaseListProps> {
    return this.listed.list(access, address);
  }

  @Get(':version')
  @Page<typeof import('./views/release.page.tsx')>('release-health/release.page', {
    head: ({ version }) => ({ title: `Release ${version}` }),
    tags: ({ tags }) => ['releases', ...tags],
    staleMs: 0,
  })
  async show(
    @Param('version') version: string,
    @Query(ReleaseAddressPipe) address: ReleaseAddress,
    @CurrentAccess() access: Access,
  ): Promise<ReleaseProps> {
    const release = await this.pages.show(access, version, address);
    if (!release) throw new NotFoundException();
    return release;
  }
}
