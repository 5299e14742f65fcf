import { describe, expect, it } from '@jest/globals';
import type { Project } from '#product/projects/projects';
import { printSearch } from '#shared';
import { findChosen, offerProjects, toProjectSearch } from './chosen-projects.ts';

const projects = [
  { id: 1, slug: 'web', name: 'Shop' },
  { id: 2, slug: 'api', name: 'API' },
  { id: 3, slug: 'pay', name: 'Billing' },
] as readonly Project[];

describe('the projects of a list', () => {
  it('are those of the slugs, and none where one is unknown', () => {
    const chosen = { slug: 'web,api', name: 'Shop and API', ids: [1, 2] };
    expect(findChosen(projects, 'web,api')).toEqual(chosen);
    expect(findChosen(projects, 'web,gone')).toBeUndefined();
  });

  it('are offered one by one while none is chosen', () => {
    expect(offerProjects(projects, undefined)).toEqual([
      ['', 'All projects'],
      ['api', 'API'],
      ['pay', 'Billing'],
      ['web', 'Shop'],
    ]);
  });

  it('are offered in addition to the one that is chosen', () => {
    expect(offerProjects(projects, { slug: 'web', name: 'Shop' }).slice(4)).toEqual([
      ['web,api', '+ API'],
      ['web,pay', '+ Billing'],
    ]);
  });

  it('are offered as they are, with one more, and with one less where several are chosen', () => {
    const offered = offerProjects(projects, { slug: 'web,api', name: 'Shop and API' });
    expect(offered[1]).toEqual(['web,api', 'Shop and API']);
    expect(offered.slice(5)).toEqual([
      ['web,api,pay', '+ Billing'],
      ['web', '− API'],
      ['api', '− Shop'],
    ]);
  });

  it('are a term of a search where they are several', () => {
    expect(printSearch(toProjectSearch('web,api'))).toBe('project:[web, api]');
    expect([toProjectSearch('web'), toProjectSearch(undefined)]).toEqual([[], []]);
  });
});
