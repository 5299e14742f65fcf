import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runNode } from '../scripts/support/run.mjs';
import { findFreePorts } from './support/free-ports.ts';

test('the smoke test of releases passes with what npm start runs', async () => {
  const [port, relayPort] = await findFreePorts(2);
  const folder = await mkdtemp(join(tmpdir(), 'errata-smoke-'));
  const env = {
    ...process.env,
    PORT: String(port),
    RELAY_PORT: String(relayPort),
    DATA_DIR: join(folder, 'data'),
  };
  const command = [process.execPath, 'scripts/start.mjs'];
  const { code, output } = await runNode(['scripts/smoke-test.mjs', ...command], { env });
  await rm(folder, { recursive: true });
  expect([code, output]).toEqual([
    0,
    'The error of a real SDK has become an issue.\nThe issue is still there after a restart.\n',
  ]);
});

test('the smoke test of releases fails with the output of a command that ends too early', async () => {
  const command = ['-e', 'console.log("No disk."); process.exit(3)'];
  const { code, output } = await runNode(['scripts/smoke-test.mjs', process.execPath, ...command]);
  expect([code, output]).toEqual([
    1,
    'No disk.\nerrata: The command ended while Errata started (3).\n',
  ]);
});
