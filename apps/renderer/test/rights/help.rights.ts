import type { Row } from './rights-row.ts';

export const rows: readonly Row[] = [
  // endpoint    nobody viewer member outsider admin owner
  ['GET /help', [401, 200, 200, 200, 200, 200]],
  ['GET /help/:document', [401, 200, 200, 200, 200, 200], { path: () => '/help/alerts' }],
];
