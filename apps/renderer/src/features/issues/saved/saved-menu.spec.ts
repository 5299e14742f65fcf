import { describe, expect, it } from '@jest/globals';
import type { SavedSearch } from '#persistence';
import { findOpened, toMenu } from './saved-menu.ts';

const WEB = { projectId: 1, project: { slug: 'web', name: 'Web' } };
const API = { projectId: 2, project: { slug: 'api', name: 'API' } };
const own: SavedSearch = {
  id: 1,
  userId: 7,
  name: 'Mine',
  query: 'assigned:me',
  sort: 'lastSeen',
  isDefault: true,
};
const ofWeb: SavedSearch = {
  id: 2,
  ...WEB,
  name: 'Fatal',
  query: 'level:fatal',
  sort: 'events',
  isDefault: true,
};

describe('findOpened', () => {
  const web = '/issues?project=web&query=level:fatal&sort=events';
  it.each<[string, SavedSearch[], string | undefined, number | undefined, string | undefined]>([
    ['nothing is saved', [], undefined, 1, undefined],
    ['none is a default', [{ ...own, isDefault: false }], undefined, 1, undefined],
    ['own before the project’s', [own, ofWeb], undefined, 1, '/issues?query=assigned:me'],
    ['own within a project', [own, ofWeb], 'web', 1, '/issues?project=web&query=assigned:me'],
    ['own of another project', [{ ...own, ...API }, ofWeb], 'web', undefined, web],
    [
      'own of that project',
      [{ ...own, ...WEB }],
      undefined,
      1,
      '/issues?project=web&query=assigned:me',
    ],
    ['the project’s', [ofWeb], 'web', undefined, web],
    ['another project’s', [ofWeb], 'api', undefined, undefined],
    ['the only project’s', [ofWeb], undefined, 1, web],
    ['of several projects none', [ofWeb], undefined, undefined, undefined],
    [
      'an address that asks for something, so that it opens nothing else',
      [{ ...own, query: 'is:unresolved' }],
      undefined,
      undefined,
      '/issues?query=is:unresolved',
    ],
  ])('%s', (_, searches, project, onlyProjectId, href) => {
    expect(findOpened(searches, { project, isBare: true }, onlyProjectId)).toBe(href);
    expect(findOpened(searches, { project, isBare: false }, onlyProjectId)).toBeUndefined();
  });
});

it('the menu has what is saved, and where this search is', () => {
  const address = {
    query: 'is:unresolved',
    sort: 'users',
    project: 'web',
    before: undefined,
    after: undefined,
    filter: {},
    isOfForm: false,
    isBare: false,
    saysFilter: false,
  } as const;
  expect(toMenu([own, { ...ofWeb, isDefault: false }], address)).toEqual([
    { name: 'Mine, opens first', href: '/issues?query=assigned:me' },
    { name: 'Fatal (of Web)', href: '/issues?project=web&query=level:fatal&sort=events' },
    {
      name: 'Save this search',
      href: '/issues/searches?project=web&query=is:unresolved&sort=users',
    },
    { name: 'Rename or remove', href: '/issues/searches' },
  ]);
  expect(toMenu([], address).map(({ name }) => name)).toEqual(['Save this search']);
});
