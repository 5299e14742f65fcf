import type { Request, Row } from './rights-row.ts';

const LINKS: Request = { path: () => '/settings/projects/app/code-links' };

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /settings/projects/:slug/code-links', [401, 403, 403, 404, 200, 200], LINKS],
  [
    'POST /settings/projects/:slug/code-links save',
    [401, 403, 403, 404, 303, 303],
    { ...LINKS, fields: () => ({ links: 'src/ → https://git.example/{path}' }) },
  ],
];
