import type { Row } from './rights-row.ts';

// Programs send tokens: the API does not look at cookies. What tokens may is in program-rights.e2e.spec.ts.
const NOBODY = [401, 401, 401, 401, 401, 401] as const;

const ofIssue = [
  '',
  '/events',
  '/events/:event',
  '/tags',
  '/tags/:key',
  '/tags/:key/values',
  '/notes',
  '/activities',
  '/external-issues',
];

const endpoints = [
  '/organizations/:org/issues',
  '/projects/:org/:project/issues',
  '/projects/:org/:project/events/:event',
  '/organizations/:org/shortids/:short',
  '/organizations/:org/eventids/:event',
  ...ofIssue.map((part) => `/organizations/:org/issues/:issue${part}`),
  ...ofIssue.map((part) => `/issues/:issue${part}`),
];

export const rows: readonly Row[] = endpoints.map((path) => [`GET /api/0${path}`, NOBODY]);
