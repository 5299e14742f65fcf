import { to } from '#shared';
import { Body, Get, Param, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Action, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { SettingsSection } from '../../people/settings/index.ts';
import { EraseDto, PersonDto, SearchDto } from './person-data.dto.ts';
import type {
  EraseAction,
  ForgetAction,
  PersonDataProps,
  SearchAction,
} from './person-data.dto.ts';
import { PersonDataActions } from './person-data-actions.ts';
import { PersonDataService } from './person-data.service.ts';
import { SearchIdPipe } from './search-id.pipe.ts';
import { toDownload } from './to-download.ts';

/** An empty scope means all projects. */
const ALL = {};
const HREF = to('/settings/person-data');

@SettingsSection({
  name: 'Erase a person',
  words: 'erase export privacy gdpr user person data',
  segment: 'person-data',
  help: 'Find, export and erase what all projects have stored of one person. In one project, its Data page does the same.',
  order: 85,
  right: 'instance.erase',
})
export class InstanceDataController {
  constructor(
    private readonly data: PersonDataService,
    private readonly actions: PersonDataActions,
  ) {}

  @Get()
  @Page<PersonDataProps>('erasing/person-data.page', {
    head: () => ({ title: 'Erase a person' }),
    staleMs: 0,
  })
  async show(): Promise<PersonDataProps> {
    return { href: HREF, searches: await this.data.list(ALL) };
  }

  @Action<SearchAction>('search')
  async search(@Body() person: PersonDto, @CurrentAccess() access: Access): Promise<never> {
    return this.actions.search(person, access, { scope: ALL, href: HREF });
  }

  @Action<EraseAction>('erase')
  async erase(
    @Body() { search }: EraseDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    return this.actions.erase({ search, access, flash, scope: ALL, href: HREF });
  }

  @Action<ForgetAction>('forget')
  async forget(@Body() { search }: SearchDto, @Flash() flash: TellFlash): Promise<never> {
    return this.actions.forget({ search, flash, scope: ALL, href: HREF });
  }

  @Get(':search/export')
  async export(
    @Param('search', SearchIdPipe) id: number,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const body = await this.data.export(id, ALL, access.getSignedIn().user.id);
    return toDownload(id, body, response);
  }
}
