import type { Row } from './rights-row.ts';

const FIELDS = () => ({ name: 'X', 'scopes[]': ['org:ci'], days: '' });
const NO_TOKEN = () => ({ token: '99999' });
const NOBODY = [401, 401, 401, 401, 401, 401] as const;

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /settings/tokens', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/tokens make-token', [401, 403, 403, 403, 403, 200], { fields: FIELDS }],
  ['POST /settings/tokens withdraw-token', [401, 403, 403, 403, 403, 422], { fields: NO_TOKEN }],
  ['GET /account/tokens', [401, 200, 200, 200, 200, 200]],
  ['POST /account/tokens make-token', [401, 200, 200, 200, 200, 200], { fields: FIELDS }],
  ['POST /account/tokens withdraw-token', [401, 422, 422, 422, 422, 422], { fields: NO_TOKEN }],
  // Programs send tokens, and the API ignores cookies.
  ['GET /api/0', [200, 200, 200, 200, 200, 200]],
  ['GET /api/openapi.json', [200, 200, 200, 200, 200, 200]],
  ['GET /api/0/auth', NOBODY],
  ['GET /api/0/organizations', NOBODY],
  ['GET /api/0/users/me/regions', NOBODY],
  ['GET /api/0/organizations/:org', NOBODY],
];
