import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';

/** Runs a script of `test/fixtures/sdk-servers` and resolves with its exit code. */
export async function runSdkScript(
  script: string,
  env: Readonly<Record<string, string>>,
  command = process.execPath,
): Promise<number | null> {
  const child = spawn(command, [script], {
    cwd: join(root, 'test/fixtures/sdk-servers'),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}
