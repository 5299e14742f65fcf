import { Body, Get, Param } from '@nestjs/common';
import { filterLists, filterSwitches } from '#shared';
import type { Flash as FlashMessage, PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { FiltersDto } from './filters.dto.ts';
import type { SaveFiltersAction } from './filters.dto.ts';
import { FiltersService } from './filters.service.ts';
import type { SavedFilters } from './filters.service.ts';
import { listFilterChanges } from './filter-words.ts';

@ProjectSection({
  name: 'Filters',
  words: 'ignore inbound crawlers extensions localhost networks messages',
  segment: 'filters',
  state: FiltersService,
  help: 'Errata accepts and counts what a filter matches, but does not store it.',
  order: 32,
  right: 'project.filters',
})
export class FiltersController {
  constructor(private readonly filters: FiltersService) {}

  @Get()
  @Page<PropsOf<FiltersController['show']>>('filters/filters.page', {
    head: ({ name }) => ({ title: `Filters of ${name}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, slug, name }: Project) {
    return { slug, name, ...(await this.filters.describe(id)) };
  }

  @Action<SaveFiltersAction>('save')
  async save(
    @Param('slug', ProjectPipe) { id: projectId }: Project,
    @Body() sent: FiltersDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const change = { projectId, byUserId: access.getSignedIn().user.id };
    const result = await this.filters.save(sent, change);
    if (!result.ok) throw new InvalidFieldsException(result.fields);
    flash(toFlash(result));
  }
}

function toFlash({ before, after, version }: SavedFilters): FlashMessage {
  const changes = listFilterChanges(before, after);
  if (changes.length === 0) return { text: 'Nothing changed.' };
  const fields = {
    'filters[]': filterSwitches.filter((name) => before[name]),
    ...Object.fromEntries(filterLists.map((name) => [name, before[name].join('\n')])),
    version: String(version),
  };
  return { text: `Filters saved: ${changes.join(', ')}.`, undo: { action: 'save', fields } };
}
