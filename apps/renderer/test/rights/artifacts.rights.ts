import type { Row } from './rights-row.ts';

// Programs send tokens: the API does not look at cookies.
const NOBODY = [401, 401, 401, 401, 401, 401] as const;

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /api/0/organizations/:org/chunk-upload', NOBODY],
  ['POST /api/0/organizations/:org/chunk-upload', NOBODY],
  ['POST /api/0/organizations/:org/artifactbundle/assemble', NOBODY],
  ['POST /api/0/projects/:org/:project/files/difs/assemble', NOBODY],
];
