import type { Address } from '#shared';
import { to } from '#shared';
import { Body, Get, Param, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Action, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { DataPart, ProjectPipe } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
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

@DataPart({
  name: 'Erasure',
  words: 'erase export privacy gdpr user person people data',
  segment: 'people',
  order: 40,
  right: 'project.erase',
})
export class ProjectPersonDataController {
  constructor(
    private readonly data: PersonDataService,
    private readonly actions: PersonDataActions,
  ) {}

  @Get()
  @Page<PersonDataProps>('erasing/person-data.page', {
    head: ({ project }) => ({ title: `Erasure in ${project}` }),
    staleMs: 0,
  })
  async show(
    @Param('slug', ProjectPipe) { id: projectId, slug, name }: Project,
  ): Promise<PersonDataProps> {
    return { project: name, href: toHref(slug), searches: await this.data.list({ projectId }) };
  }

  @Action<SearchAction>('search')
  async search(
    @Param('slug', ProjectPipe) { id: projectId, slug }: Project,
    @Body() person: PersonDto,
    @CurrentAccess() access: Access,
  ): Promise<never> {
    return this.actions.search(person, access, { scope: { projectId }, href: toHref(slug) });
  }

  @Action<EraseAction>('erase')
  async erase(
    @Param('slug', ProjectPipe) { id: projectId, slug }: Project,
    @Body() { search }: EraseDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    return this.actions.erase({ search, access, flash, scope: { projectId }, href: toHref(slug) });
  }

  @Action<ForgetAction>('forget')
  async forget(
    @Param('slug', ProjectPipe) { id: projectId, slug }: Project,
    @Body() { search }: SearchDto,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    return this.actions.forget({ search, flash, scope: { projectId }, href: toHref(slug) });
  }

  @Get(':search/export')
  async export(
    @Param('slug', ProjectPipe) { id: projectId }: Project,
    @Param('search', SearchIdPipe) id: number,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const body = await this.data.export(id, { projectId }, access.getSignedIn().user.id);
    return toDownload(id, body, response);
  }
}

function toHref(slug: string): Address {
  return to('/settings/projects/:slug/data/people', { slug });
}
