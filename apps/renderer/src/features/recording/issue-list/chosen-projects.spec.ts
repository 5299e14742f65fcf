import { describe, expect, it } from '@jest/globals';
import type { Project } from '#product/projects/projects';
import { printSearch, to } from '#shared';
import { findChosen, toProjectFields, toProjectSearch } from './chosen-projects.ts';
import { toListAddress } from './list-address.ts';

const projects = [
  { id: 1, slug: 'web', name: 'Shop' },
  { id: 2, slug: 'api', name: 'API' },
  { id: 3, slug: 'pay', name: 'Billing' },
] as readonly Project[];

describe('the projects of an issue list', () => {
  it.each(['web,api', 'shop, API'])('are found by their slugs or names: %s', (typed) => {
    const chosen = { slug: 'web,api', name: 'Shop and API', ids: [1, 2] };
    expect(findChosen(projects, typed)).toEqual({ ok: true, chosen });
  });

  it('are not found when one is unknown, or there are too many', () => {
    expect(findChosen(projects, 'web,shap')).toEqual({
      ok: false,
      fault: 'There is no project “shap”. Did you mean Shop (web)?',
    });
    const many = Array.from({ length: 21 }, (_, id) => ({ id, slug: `p${id}`, name: `P${id}` }));
    const slugs = many.map(({ slug }) => slug).join();
    expect(findChosen(many as readonly Project[], slugs)).toEqual({
      ok: false,
      fault: 'A list has at most 20 projects.',
    });
  });

  const offer = (slugs: string | undefined) =>
    toProjectFields(projects, slugs, (rest) => toListAddress({ query: rest ?? 'none' }))[0];

  it('are offered by name, without those that are chosen', () => {
    const all = [
      ['api', 'API'],
      ['pay', 'Billing'],
      ['web', 'Shop'],
    ];
    expect(offer(undefined)).toMatchObject({ name: 'project', values: all, isSeveral: true });
    expect(offer('web')?.values).toEqual(all.slice(0, 2));
  });

  it('are set one by one, each with the address of the list without it', () => {
    expect(offer('web,api')?.set).toEqual([
      { value: 'web', text: 'Shop', without: '/issues?query=api' },
      { value: 'api', text: 'API', without: '/issues?query=web' },
    ]);
    expect(offer('pay')?.set).toMatchObject([{ without: '/issues?query=none' }]);
  });

  it('are not offered to a reader of one project', () => {
    expect(toProjectFields(projects.slice(1, 2), undefined, () => to('/issues'))).toEqual([]);
  });

  it('become a term of the search when there are several', () => {
    expect(printSearch(toProjectSearch('web,api'))).toBe('project:[web, api]');
    expect([toProjectSearch('web'), toProjectSearch(undefined)]).toEqual([[], []]);
  });
});
