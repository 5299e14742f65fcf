import type { Request, Row } from './rights-row.ts';

const SETTINGS: Request = { path: () => '/settings/projects/app/data/logs' };

export const rows: readonly Row[] = [
  // endpoint     nobody viewer member outsider admin owner
  ['GET /logs', [401, 200, 200, 200, 200, 200]],
  ['GET /logs.txt', [401, 200, 200, 200, 200, 200]],
  ['GET /settings/projects/:slug/data/logs', [401, 403, 403, 404, 200, 200], SETTINGS],
  [
    'POST /settings/projects/:slug/data/logs save',
    [401, 403, 403, 404, 303, 303],
    { ...SETTINGS, fields: () => ({ days: '7', level: 'trace' }) },
  ],
];
