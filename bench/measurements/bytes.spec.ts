import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FIGURES } from '../figures.mjs';
import { toRow } from '../report/row.mjs';
import type { Reading } from '../report/row.mjs';

const root = join(import.meta.dirname, '../..');

/** In a process of its own: Vite does not build within Jest's. */
const MEASURE = `
  const { measureScripts } = await import('./bench/measurements/bytes.mjs');
  const views = ['console/console.layout', 'issues/issue-list.page'];
  console.log(JSON.stringify(await measureScripts(views)));
`;

test('the scripts of the list of issues, and the runtime, are within their floors', async () => {
  const options = ['--input-type=module', '--eval', MEASURE];
  // Jest's own would have React built for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root, env });
  const readings = JSON.parse(stdout) as Reading[];
  const rows = readings.map((reading) => toRow(FIGURES[reading.figure]!, reading));
  expect(rows).toHaveLength(3);
  expect(rows.filter(({ met }) => met === 'no')).toEqual([]);
});
