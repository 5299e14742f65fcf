import { expect, it } from '@jest/globals';
import { toTable } from './table.mjs';

it('has numbers to the right, and a dash where a row has no such column', () => {
  const table = toTable([
    { form: 'SIGKILL, sqlite', rounds: 100, stored: 12_345 },
    { form: 'forward', rounds: 7, missing: 0 },
  ]);
  expect(table.split('\n')).toEqual([
    'form             rounds  stored  missing',
    '───────────────  ──────  ──────  ───────',
    'SIGKILL, sqlite     100  12,345        –',
    'forward               7       –        0',
  ]);
});
