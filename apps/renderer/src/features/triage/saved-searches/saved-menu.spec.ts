import { describe, expect, it } from '@jest/globals';
import type { SavedSearch } from '#product/triage/saved-searches';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import { findOpened, toMenu } from './saved-menu.ts';

const WEB = { projectId: 1, project: { slug: 'web', name: 'Web' } };
const own: SavedSearch = {
  id: 1,
  userId: 7,
  projectId: null,
  project: undefined,
  name: 'Mine',
  query: 'assigned:me',
  sort: 'lastSeen',
  isDefault: true,
};
const ofWeb: SavedSearch = {
  id: 2,
  userId: null,
  ...WEB,
  name: 'Fatal',
  query: 'level:fatal',
  sort: 'events',
  isDefault: true,
};

describe('findOpened', () => {
  const web = '/issues?project=web&query=level:fatal&sort=events';
  it.each<[string, SavedSearch[], number | undefined, string | undefined]>([
    ['nothing is saved', [], 1, undefined],
    ['no saved search is a default', [{ ...own, isDefault: false }], 1, undefined],
    ['the own default before that of the project', [own, ofWeb], 1, '/issues?query=assigned:me'],
    [
      'the own default of a project',
      [{ ...own, ...WEB }],
      undefined,
      '/issues?project=web&query=assigned:me',
    ],
    ['the default of the only project', [ofWeb], 1, web],
    ['no default of one of several projects', [ofWeb], undefined, undefined],
    [
      'an address with parameters, so that it opens no other default',
      [{ ...own, query: 'is:unresolved' }],
      undefined,
      '/issues?query=is:unresolved',
    ],
  ])('decides whether and which default search opens: %s', (_, searches, onlyProjectId, href) => {
    expect(findOpened(searches, onlyProjectId)).toBe(href);
  });
});

const address: ListAddress = {
  query: 'is:unresolved',
  sort: 'users',
  project: 'web',
  before: undefined,
  after: undefined,
  filter: {},
  isOfForm: false,
  isBare: false,
};

it('the menu of saved searches lists them, and links to saving the current search', () => {
  expect(toMenu([own, { ...ofWeb, isDefault: false }], address)).toEqual([
    { name: 'Mine, opens first', href: '/issues?query=assigned:me' },
    { name: 'Fatal (of Web)', href: '/issues?project=web&query=level:fatal&sort=events' },
    {
      name: 'Save this search',
      href: '/issues/searches?project=web&sort=users',
    },
    { name: 'Rename or remove', href: '/issues/searches' },
  ]);
  expect(toMenu([], address).map(({ name }) => name)).toEqual(['Save this search']);
});

it('the menu of saved searches saves a list of several projects with them as a term', () => {
  const [save] = toMenu([], { ...address, project: 'web,api' });
  const query = 'project:%5Bweb,+api%5D+is:unresolved';
  expect(save?.href).toBe(`/issues/searches?query=${query}&sort=users`);
});

it.each<[string, ListAddress['filter'], string]>([
  [
    'is:unresolved lost',
    { environment: 'production', release: '1.4.2' },
    'environment:production+release:%221.4.2%22+is:unresolved+lost',
  ],
  [
    'is:unresolved',
    { environment: 'production', time: '24h' },
    'environment:production+is:unresolved',
  ],
  ['', { release: '1.4.2' }, 'release:%221.4.2%22'],
  ['is:no', { environment: 'my server' }, 'environment:%22my+server%22+is:no'],
])(
  'the menu of saved searches saves “%s” with the filter %j of the list',
  (query, filter, saved) => {
    const [save] = toMenu([], { ...address, query, filter });
    expect(save?.href).toBe(`/issues/searches?project=web&query=${saved}&sort=users`);
  },
);
