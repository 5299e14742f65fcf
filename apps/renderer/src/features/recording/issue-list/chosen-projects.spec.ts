import { describe, expect, it } from '@jest/globals';
import type { Project } from '#product/projects/projects';
import { printSearch } from '#shared';
import { findChosen, offerProjects, toProjectSearch } from './chosen-projects.ts';

const projects = [
  { id: 1, slug: 'web', name: 'Shop' },
  { id: 2, slug: 'api', name: 'API' },
  { id: 3, slug: 'pay', name: 'Billing' },
] as readonly Project[];

describe('the projects of an issue list', () => {
  it('are found by their slugs, and not at all when a slug is unknown', () => {
    const chosen = { slug: 'web,api', name: 'Shop and API', ids: [1, 2] };
    expect(findChosen(projects, 'web,api')).toEqual(chosen);
    expect(findChosen(projects, 'web,gone')).toBeUndefined();
  });

  it('are offered one by one while no project is chosen', () => {
    expect(offerProjects(projects, undefined)).toEqual([
      ['', 'All projects'],
      ['api', 'API'],
      ['pay', 'Billing'],
      ['web', 'Shop'],
    ]);
  });

  it('are offered in addition to a chosen project', () => {
    expect(offerProjects(projects, { slug: 'web', name: 'Shop' }).slice(4)).toEqual([
      ['web,api', '+ API'],
      ['web,pay', '+ Billing'],
    ]);
  });

  it('are offered as chosen, with one more, and with one less when several are chosen', () => {
    const offered = offerProjects(projects, { slug: 'web,api', name: 'Shop and API' });
    expect(offered[1]).toEqual(['web,api', 'Shop and API']);
    expect(offered.slice(5)).toEqual([
      ['web,api,pay', '+ Billing'],
      ['web', '− API'],
      ['api', '− Shop'],
    ]);
  });

  it('become a term of the search when there are several', () => {
    expect(printSearch(toProjectSearch('web,api'))).toBe('project:[web, api]');
    expect([toProjectSearch('web'), toProjectSearch(undefined)]).toEqual([[], []]);
  });
});
