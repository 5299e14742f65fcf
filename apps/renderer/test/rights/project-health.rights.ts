import type { Row } from './rights-row.ts';

export const rows: readonly Row[] = [
  // endpoint       nobody viewer member outsider admin owner
  ['GET /projects', [401, 200, 200, 200, 200, 200]],
];
