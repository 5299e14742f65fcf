import type { Request, Row } from './rights-row.ts';

const RETENTION: Request = { path: () => '/settings/projects/app/data/retention' };
const PRIVACY: Request = { path: () => '/settings/projects/app/data/privacy' };
const PRIVACY_FIELDS = {
  hiddenNames: 'x',
  safeNames: '',
  openPaths: '',
  hidesMail: 'no',
  hidesIban: 'no',
  addresses: 'shorten',
};
const PERSON_DATA: Request = { path: () => '/settings/projects/app/data/people' };
const PERSON = () => ({ kind: 'email', name: 'nobody@example.org' });
const NO_SEARCH = () => ({ search: '99', word: 'erase' });

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /settings/person-data', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/person-data search', [401, 403, 403, 403, 403, 303], { fields: PERSON }],
  ['POST /settings/person-data erase', [401, 403, 403, 403, 403, 422], { fields: NO_SEARCH }],
  ['POST /settings/person-data forget', [401, 403, 403, 403, 403, 422], { fields: NO_SEARCH }],
  [
    'GET /settings/person-data/:search/export',
    [401, 403, 403, 403, 403, 404],
    { path: () => '/settings/person-data/99/export' },
  ],
  [
    'GET /settings/projects/:slug/data',
    [401, 200, 200, 404, 200, 200],
    { path: () => '/settings/projects/app/data' },
  ],
  ['GET /settings/projects/:slug/data/retention', [401, 403, 403, 404, 200, 200], RETENTION],
  [
    'POST /settings/projects/:slug/data/retention keep',
    [401, 403, 403, 404, 303, 303],
    { ...RETENTION, fields: () => ({ days: '30' }) },
  ],
  ['GET /settings/projects/:slug/data/people', [401, 403, 403, 404, 200, 200], PERSON_DATA],
  [
    'POST /settings/projects/:slug/data/people search',
    [401, 403, 403, 404, 303, 303],
    { ...PERSON_DATA, fields: PERSON },
  ],
  [
    'POST /settings/projects/:slug/data/people erase',
    [401, 403, 403, 404, 422, 422],
    { ...PERSON_DATA, fields: NO_SEARCH },
  ],
  [
    'POST /settings/projects/:slug/data/people forget',
    [401, 403, 403, 404, 422, 422],
    { ...PERSON_DATA, fields: NO_SEARCH },
  ],
  [
    'GET /settings/projects/:slug/data/people/:search/export',
    [401, 403, 403, 404, 404, 404],
    { path: () => '/settings/projects/app/data/people/99/export' },
  ],
  ['GET /settings/projects/:slug/data/privacy', [401, 403, 403, 404, 200, 200], PRIVACY],
  [
    'POST /settings/projects/:slug/data/privacy save',
    [401, 403, 403, 404, 303, 303],
    { ...PRIVACY, fields: () => PRIVACY_FIELDS },
  ],
  [
    'POST /settings/projects/:slug/data/privacy preview',
    [401, 403, 403, 404, 200, 200],
    { ...PRIVACY, fields: () => PRIVACY_FIELDS },
  ],
];
