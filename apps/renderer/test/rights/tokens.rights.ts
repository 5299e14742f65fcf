import type { Fixture, Row } from './rights-row.ts';

const FIELDS = () => ({ name: 'X', 'scopes[]': ['org:ci'], days: '' });
const newest =
  (owner: number | 'organisation') =>
  async ({ renderer }: Fixture) => ({
    token: (await renderer.stores.tokens.list(owner))[0]?.id,
  });
const NOBODY = [401, 401, 401, 401, 401, 401] as const;

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /settings/tokens', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/tokens make-token', [401, 403, 403, 403, 403, 200], { fields: FIELDS }],
  [
    'POST /settings/tokens withdraw-token',
    [401, 403, 403, 403, 403, 303],
    { fields: newest('organisation') },
  ],
  ['GET /account/tokens', [401, 200, 200, 200, 200, 200]],
  ['POST /account/tokens make-token', [401, 200, 200, 200, 200, 200], { fields: FIELDS }],
  ['POST /account/tokens withdraw-token', [401, 422, 422, 422, 422, 303], { fields: newest(1) }],
  // Programs send tokens, and the API ignores cookies.
  ['GET /api/0', [200, 200, 200, 200, 200, 200]],
  ['GET /api/openapi.json', [200, 200, 200, 200, 200, 200]],
  ['GET /api/0/auth', NOBODY],
  ['GET /api/0/organizations', NOBODY],
  ['GET /api/0/users/me/regions', NOBODY],
  ['GET /api/0/organizations/:org', NOBODY],
];
