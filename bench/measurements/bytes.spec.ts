import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FIGURES } from '../figures.mjs';
import { toRow } from '../report/row.mjs';
import type { Reading } from '../report/row.mjs';

const program = join(import.meta.dirname, '../programs/script-bytes.mjs');
const views = ['console/console.layout', 'issue-list/issue-list.page'];

test('the scripts of the list, an issue, a bare product and the runtime are within their floors', async () => {
  // Vite does not build inside Jest, so the measurement runs in a process of its own.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...views], { env });
  const readings = JSON.parse(stdout) as Reading[];
  const rows = readings.map((reading) => toRow(FIGURES[reading.figure]!, reading));
  expect(rows).toHaveLength(5);
  expect(rows.filter(({ met }) => met === 'no')).toEqual([]);
});
