import { partsOfIssue } from '../support/parts-of-issue.ts';
import type { Row } from './rights-row.ts';

// Programs send tokens, and the API ignores cookies. program-rights.e2e.spec.ts has the rights of
// tokens.
const NOBODY = [401, 401, 401, 401, 401, 401] as const;

const reads = [
  '/organizations/:org/issues',
  '/projects/:org/:project/issues',
  '/projects/:org/:project/events/:event',
  '/organizations/:org/shortids/:short',
  '/organizations/:org/eventids/:event',
  ...partsOfIssue.map((part) => `/organizations/:org/issues/:issue${part}`),
  ...partsOfIssue.map((part) => `/issues/:issue${part}`),
];

const changes = [
  'PUT /api/0/organizations/:org/issues',
  'PUT /api/0/projects/:org/:project/issues',
  'PUT /api/0/organizations/:org/issues/:issue',
  'PUT /api/0/issues/:issue',
  'POST /api/0/organizations/:org/issues/:issue/notes',
  'POST /api/0/issues/:issue/notes',
];

export const rows: readonly Row[] = [
  ...reads.map((path) => `GET /api/0${path}`),
  ...changes,
  'GET /api/0/organizations/:org/members',
  'GET /api/0/organizations/:org/teams',
  'GET /api/0/teams/:org/:team/projects',
  'POST /api/0/teams/:org/:team/projects',
  'POST /api/0/organizations/:org/projects',
  'PUT /api/0/projects/:org/:project',
  'GET /api/0/projects/:org/:project/keys',
  'POST /api/0/projects/:org/:project/keys',
  'GET /api/0/projects/:org/:project/keys/:key',
  'PUT /api/0/projects/:org/:project/keys/:key',
  'GET /api/0/projects/:org/:project/user-feedback',
  'GET /api/0/organizations/:org/monitors',
  'GET /api/0/organizations/:org/monitors/:monitor',
  'GET /api/0/organizations/:org/monitors/:monitor/checkins',
  'POST /mcp',
  'GET /mcp',
  'DELETE /mcp',
].map((endpoint) => [endpoint, NOBODY]);
