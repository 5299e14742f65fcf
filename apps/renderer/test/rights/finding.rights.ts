import { QUOTED } from './rights-row.ts';
import type { Row } from './rights-row.ts';

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /find', [401, 200, 200, 200, 200, 200]],
  ['GET /palette', [401, 200, 200, 200, 200, 200]],
  ['GET /search/help', [401, 200, 200, 200, 200, 200]],
  [
    'GET /search/completions',
    [401, 200, 200, 200, 200, 200],
    { path: () => '/search/completions?query=level:&at=6' },
  ],
  [
    'GET /find/:text',
    [401, 303, 303, 200, 303, 303],
    { path: ({ eventId }) => `/find/${eventId}` },
  ],
  [
    'GET /digests/:digest',
    [401, 200, 200, 404, 200, 200],
    { path: () => `/digests/${QUOTED.digest}` },
  ],
  [
    'GET /requests/:request',
    [401, 200, 200, 404, 200, 200],
    { path: () => `/requests/${QUOTED.requestId}` },
  ],
  [
    'GET /traces/:trace',
    [401, 200, 200, 404, 200, 200],
    { path: () => `/traces/${QUOTED.traceId}` },
  ],
];
