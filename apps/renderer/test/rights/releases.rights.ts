import type { Row } from './rights-row.ts';

// Programs send tokens, and the API ignores cookies.
const NOBODY = [401, 401, 401, 401, 401, 401] as const;

const endpoints = [
  'GET /api/0/organizations/:org/releases',
  'POST /api/0/organizations/:org/releases',
  'GET /api/0/organizations/:org/releases/:version',
  'PUT /api/0/organizations/:org/releases/:version',
  'DELETE /api/0/organizations/:org/releases/:version',
  'GET /api/0/organizations/:org/releases/:version/commits',
  'GET /api/0/organizations/:org/releases/:version/previous-with-commits',
  'GET /api/0/organizations/:org/releases/:version/deploys',
  'POST /api/0/organizations/:org/releases/:version/deploys',
  'GET /api/0/organizations/:org/releases/:version/health',
  'PUT /api/0/organizations/:org/releases/:version/watch',
  'GET /api/0/organizations/:org/repos',
  'GET /api/0/organizations/:org/projects',
  'GET /api/0/projects/:org/:project',
  'GET /api/0/projects/:org/:project/releases',
  'POST /api/0/projects/:org/:project/releases',
  'GET /api/0/projects/:org/:project/releases/:version',
  'PUT /api/0/projects/:org/:project/releases/:version',
  'DELETE /api/0/projects/:org/:project/releases/:version',
  'GET /api/0/projects/:org/:project/releases/:version/commits',
];

export const rows: readonly Row[] = endpoints.map((endpoint) => [endpoint, NOBODY]);
