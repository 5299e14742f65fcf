import type { Request, Row } from './rights-row.ts';

const FILTERS: Request = { path: () => '/settings/projects/app/filters' };
const IGNORE: Request = { path: ({ issueId }) => `/issues/${issueId}/ignore` };
const RULES: Request = { path: () => '/settings/projects/app/grouping-rules' };

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /issues/:id/ignore', [401, 403, 403, 404, 200, 200], IGNORE],
  [
    'POST /issues/:id/ignore ignore',
    [401, 403, 403, 404, 303, 303],
    { ...IGNORE, fields: () => ({ filter: 'noise' }) },
  ],
  [
    'POST /issues/:id/ignore stop-ignoring',
    [401, 403, 403, 404, 303, 303],
    { ...IGNORE, fields: () => ({ filter: 'noise' }) },
  ],
  ['GET /settings/projects/:slug/filters', [401, 403, 403, 404, 200, 200], FILTERS],
  [
    'POST /settings/projects/:slug/filters save',
    [401, 403, 403, 404, 303, 303],
    {
      ...FILTERS,
      fields: () => ({ messages: 'x', releases: '', environments: '', networks: '' }),
    },
  ],
  ['GET /settings/projects/:slug/grouping-rules', [401, 403, 403, 404, 200, 200], RULES],
  [
    'POST /settings/projects/:slug/grouping-rules save',
    [401, 403, 403, 404, 303, 303],
    { ...RULES, fields: () => ({ rules: 'type:TypeError -> ignore' }) },
  ],
  [
    'POST /settings/projects/:slug/grouping-rules preview',
    [401, 403, 403, 404, 200, 200],
    { ...RULES, fields: () => ({ rules: '' }) },
  ],
];
