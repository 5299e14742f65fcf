import { Get } from '@nestjs/common';
import { Action, Flash, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { AccountSection, CurrentAccess } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { listSorts, PLAIN_QUERY, toListAddress } from '../../../recording/issue-list/index.ts';
import { describeFilter } from '../../../recording/issue-page/index.ts';
import { FilterMemory } from './filter-memory.ts';
import type { RememberedFilterProps } from '../remembered-filter.dto.ts';

@AccountSection({ name: 'Filter', segment: 'filter', order: 20 })
export class RememberedFilterController {
  constructor(private readonly memory: FilterMemory) {}

  @Get()
  @Page<typeof import('../views/remembered-filter.page.tsx')>('issue-list/remembered-filter.page', {
    head: () => ({ title: 'Your filter' }),
  })
  async show(@CurrentAccess() access: Access): Promise<RememberedFilterProps> {
    const remembered = await this.memory.find(access);
    if (!remembered) return {};
    const { project, filter, sort } = remembered;
    const listing = { query: PLAIN_QUERY, filter, ...(sort ? { sort } : {}) };
    const order = sort && listSorts.find(([name]) => name === sort)?.[1].toLowerCase();
    const words = [
      ...(project === undefined ? [] : [`project ${project}`]),
      describeFilter(filter),
      ...(order === undefined ? [] : [`by ${order}`]),
    ].filter((part) => part !== '');
    return {
      words: words.join(', '),
      href: toListAddress({
        ...listing,
        project: project === undefined ? undefined : { slug: project },
      }),
    };
  }

  @Action('forget-filter')
  async forget(@CurrentAccess() access: Access, @Flash() flash: TellFlash): Promise<void> {
    await this.memory.forget(access);
    flash({ text: 'From now on the list begins without a filter.' });
  }
}
