import { execFile } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/support/root.mjs';

/**
 * Copies the wanted files of the working tree that git tracks or would add. The copy shares the
 * installed packages and the fetched Node.js.
 */
export async function copyRepository(
  to: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 2 ** 24 });
  for (const path of stdout.split('\0').filter((name) => name !== '' && isWanted(name))) {
    // git lists a file that is deleted but not committed.
    if (existsSync(join(root, path))) cpSync(join(root, path), join(to, path));
  }
  for (const shared of ['node_modules', '.node']) {
    if (!existsSync(join(root, shared)) || existsSync(join(to, shared))) continue;
    symlinkSync(join(root, shared), join(to, shared));
  }
}
