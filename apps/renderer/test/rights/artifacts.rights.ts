import type { Row } from './rights-row.ts';

// Programs send tokens, and the API ignores cookies.
const NOBODY = [401, 401, 401, 401, 401, 401] as const;

const MAPS = { path: () => '/settings/projects/app/source-maps' };

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /api/0/organizations/:org/chunk-upload', NOBODY],
  ['POST /api/0/organizations/:org/chunk-upload', NOBODY],
  ['POST /api/0/organizations/:org/artifactbundle/assemble', NOBODY],
  ['POST /api/0/projects/:org/:project/files/difs/assemble', NOBODY],
  ['GET /settings/projects/:slug/source-maps', [401, 200, 200, 404, 200, 200], MAPS],
  ['POST /settings/projects/:slug/source-maps process-again', [401, 403, 422, 404, 422, 422], MAPS],
  [
    'POST /settings/projects/:slug/source-maps remove-bundle',
    [401, 403, 403, 404, 422, 422],
    { ...MAPS, fields: () => ({ bundle: '99999' }) },
  ],
];
