import { Body, Get, Param } from '@nestjs/common';
import { filterSwitches } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { describeFilter } from './filter-words.ts';
import { ListDto, SwitchesDto } from './filters.dto.ts';
import type { FiltersProps, ListAction, SwitchAction } from './filters.dto.ts';
import { FiltersService } from './filters.service.ts';

/** What a project does not store. */
@ProjectSection({
  name: 'Filters',
  words: 'ignore inbound crawlers extensions localhost networks messages',
  segment: 'filters',
  help: 'Errata accepts and counts what a filter matches, but does not store it.',
  order: 32,
  right: 'project.filters',
})
export class FiltersController {
  constructor(private readonly filters: FiltersService) {}

  @Get()
  @Page<typeof import('./views/filters.page.tsx')>('filters/filters.page', {
    head: ({ name }) => ({ title: `Filters of ${name}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, slug, name }: Project): Promise<FiltersProps> {
    return { slug, name, ...(await this.filters.describe(id)) };
  }

  @Action<SwitchAction>('switch')
  async switch(
    @Param('slug', ProjectPipe) { id: projectId }: Project,
    @Body() { filters = [] }: SwitchesDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const before = await this.filters.get(projectId);
    await this.filters.turnOn(filters, { projectId, byUserId: access.getSignedIn().user.id });
    const fields = { 'filters[]': filterSwitches.filter((name) => before[name]) };
    flash({ text: 'Filters saved.', undo: { action: 'switch', fields } });
  }

  @Action<ListAction>('list')
  async list(
    @Param('slug', ProjectPipe) { id: projectId }: Project,
    @Body() { list, entries, on }: ListDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const before = await this.filters.get(projectId);
    const change = { projectId, byUserId: access.getSignedIn().user.id };
    const wish = { list, text: entries, isOn: on === 'yes' };
    const result = await this.filters.setList(wish, change);
    if (!result.ok) throw new InvalidFieldsException({ entries: [result.problem] });
    const fields = {
      list,
      entries: before[list].join('\n'),
      ...(before[`${list}On`] ? { on: 'yes' } : {}),
    };
    flash({ text: `${describeFilter(list).title} saved.`, undo: { action: 'list', fields } });
  }
}
