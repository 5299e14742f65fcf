import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { run } from '../../scripts/support/run.mjs';

/** Runs a script of `test/fixtures/sdk-servers` and resolves with its exit code. */
export async function runSdkScript(
  script: string,
  env: Readonly<Record<string, string>>,
  command = process.execPath,
): Promise<number> {
  const { code, output } = await run(command, [script], {
    cwd: join(root, 'test/fixtures/sdk-servers'),
    env: { PATH: process.env['PATH'], ...env },
  });
  if (code !== 0) process.stderr.write(output);
  return code;
}
