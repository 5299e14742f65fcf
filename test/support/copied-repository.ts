import { execFile } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/support/root.mjs';

/**
 * Copies what git knows or would take, as it stands in the working tree, and shares the installed
 * packages, and the Node.js that was fetched.
 */
export async function copyRepository(
  to: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 2 ** 24 });
  for (const path of stdout.split('\0').filter((name) => name !== '' && isWanted(name))) {
    // One that is deleted and not committed yet is still listed.
    if (existsSync(join(root, path))) cpSync(join(root, path), join(to, path));
  }
  for (const shared of ['node_modules', '.node']) {
    if (!existsSync(join(root, shared)) || existsSync(join(to, shared))) continue;
    symlinkSync(join(root, shared), join(to, shared));
  }
}
