import { Body, Get, Param, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../rendering/index.ts';
import type { TellFlash } from '../../rendering/index.ts';
import { CurrentAccess } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { SettingsSection } from '../settings/index.ts';
import { PersonDto, SearchDto } from './person-data.dto.ts';
import type {
  EraseAction,
  ForgetAction,
  PersonDataProps,
  SearchAction,
} from './person-data.dto.ts';
import { accept } from './accept.ts';
import { PersonDataService } from './person-data.service.ts';
import { SearchIdPipe } from './search-id.pipe.ts';
import { toDownload } from './to-download.ts';

/** No project alone. */
const ALL = {};
const HREF = '/settings/person-data';

/**
 * What is stored of somebody, in all projects. Every action leads on: answers of actions are kept a
 * day, and a page with names must not be among them.
 */
@SettingsSection({
  name: 'People’s data',
  segment: 'person-data',
  order: 85,
  right: 'instance.erase',
})
export class InstanceDataController {
  constructor(private readonly data: PersonDataService) {}

  @Get()
  @Page<typeof import('./views/person-data.page.tsx')>('person-data/person-data.page', {
    head: () => ({ title: 'People’s data' }),
    // What it shows changes by the second.
    staleMs: 0,
  })
  async show(): Promise<PersonDataProps> {
    return { href: HREF, searches: await this.data.list(ALL) };
  }

  @Action<SearchAction>('search')
  async search(@Body() person: PersonDto, @CurrentAccess() access: Access): Promise<never> {
    const problem = await this.data.search(person, ALL, access.getSignedIn().user.id);
    if (problem !== undefined) throw new InvalidFieldsException({ name: [problem] });
    throw new RedirectException(HREF);
  }

  @Action<EraseAction>('erase')
  async erase(
    @Body() { search }: SearchDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    accept(await this.data.erase(Number(search), ALL, access.getSignedIn().user.id));
    flash({ text: 'It is being erased.' });
    throw new RedirectException(HREF);
  }

  @Action<ForgetAction>('forget')
  async forget(@Body() { search }: SearchDto, @Flash() flash: TellFlash): Promise<never> {
    accept(await this.data.forget(Number(search), ALL));
    flash({ text: 'Forgotten.' });
    throw new RedirectException(HREF);
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
