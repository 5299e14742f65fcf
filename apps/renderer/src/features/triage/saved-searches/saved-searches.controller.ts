import { Body, Controller, Get, Query } from '@nestjs/common';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ListAddressPipe } from '../../recording/issue-list/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import {
  DefaultSearchDto,
  RenamedSearchDto,
  SavedSearchDto,
  SavedSearchIdDto,
} from './saved-searches.dto.ts';
import type { RenameAction, SaveAction, SavedSearchesProps } from './saved-searches.dto.ts';
import { SavedSearchesService } from './saved-searches.service.ts';
import type { Saving } from './saved-searches.service.ts';

/** Any signed-in person may call these actions. The service checks the owner of each search. */
@Controller('issues/searches')
@ForSignedIn()
export class SavedSearchesController {
  constructor(private readonly searches: SavedSearchesService) {}

  @Get()
  @Page<typeof import('./views/saved-searches.page.tsx')>('saved-searches/saved-searches.page', {
    head: () => ({ title: 'Saved searches' }),
  })
  show(
    @Query(ListAddressPipe) { query, sort, project = '' }: ListAddress,
    @CurrentAccess() access: Access,
  ): Promise<SavedSearchesProps> {
    return this.searches.show(access, { query, sort: sort === 'lastSeen' ? '' : sort, project });
  }

  @Action<SaveAction>('save')
  async save(
    @Body() fields: SavedSearchDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.searches.save(access, fields));
    flash({ text: `${fields.name.trim()} saved.` });
  }

  @Action<RenameAction>('rename')
  async rename(
    @Body() { search, name }: RenamedSearchDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.searches.rename(access, Number(search), name));
    flash({ text: `Renamed to ${name.trim()}.` });
  }

  @Action('set-default')
  async setDefault(
    @Body() { search, isDefault }: DefaultSearchDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.searches.setDefault(access, Number(search), isDefault === 'yes'));
    flash({
      text:
        isDefault === 'yes'
          ? 'The issue list now opens with this search.'
          : 'The issue list now opens with unresolved issues.',
    });
  }

  @Action('remove')
  async remove(
    @Body() { search: id }: SavedSearchIdDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const removed = await this.searches.remove(access, Number(id));
    if (!removed) throw new InvalidFieldsException({ '': ['There is no such search.'] });
    const { userId, name, query, sort, project, isDefault } = removed;
    const place: Record<string, string> = project
      ? { [userId === undefined ? 'whose' : 'project']: project.slug }
      : {};
    const fields = {
      name,
      query,
      sort: sort === 'lastSeen' ? '' : sort,
      ...place,
      ...(isDefault ? { isDefault: 'yes' } : {}),
    };
    flash({ text: `${name} removed.`, undo: { action: 'save', fields } });
  }
}

function accept(saving: Saving): void {
  if (!saving.ok) throw new InvalidFieldsException(saving.errors);
}
