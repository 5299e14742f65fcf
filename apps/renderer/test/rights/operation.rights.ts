import { ALL_200 } from './rights-row.ts';
import type { Request, Row } from './rights-row.ts';

const NO_REPORT: Request = { fields: () => ({ which: 'one', report: 'a:1' }) };

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /', [303, 303, 303, 303, 303, 303]],
  ['GET /health/live', ALL_200],
  // No relay answers, but readiness does not depend on the relay.
  ['GET /health/ready', ALL_200],
  ['GET /health/intake', [503, 503, 503, 503, 503, 503]],
  ['GET /_live', [401, 200, 200, 200, 200, 200], { isEndless: true }],
  ['GET /settings', [401, 303, 303, 303, 303, 303]],
  ['GET /settings/operation', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/operation try-again', [401, 403, 403, 403, 403, 422], NO_REPORT],
  ['POST /settings/operation discard', [401, 403, 403, 403, 403, 422], NO_REPORT],
  [
    'GET /settings/operation/reports/:report',
    [401, 403, 403, 403, 403, 404],
    { path: () => '/settings/operation/reports/a:1' },
  ],
  ['GET /settings/find', [401, 200, 200, 200, 200, 200]],
  ['GET /settings/audit', [401, 403, 403, 403, 403, 200]],
  ['GET /settings/audit/csv', [401, 403, 403, 403, 403, 200]],
  ['GET /settings/demo', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/demo fill', [401, 403, 403, 403, 403, 303]],
  ['POST /settings/demo remove', [401, 403, 403, 403, 403, 303]],
];
