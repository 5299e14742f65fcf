import type { Row } from './rights-row.ts';

const CHOSEN = () => ({ theme: 'system', zone: '', dates: 'iso', keys: 'on' });

export const rows: readonly Row[] = [
  // endpoint                  nobody viewer member outsider admin owner
  ['GET /account/preferences', [401, 200, 200, 200, 200, 200]],
  ['POST /account/preferences save', [401, 303, 303, 303, 303, 303], { fields: CHOSEN }],
];
