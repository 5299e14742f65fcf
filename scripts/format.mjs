import './support/require-node.mjs';
import { join } from 'node:path';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { root } from './support/root.mjs';
import { runNode } from './support/run.mjs';

await runCommand(async () => {
  await ensureInstalled();
  const formatter = join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
  const { code } = await runNode([formatter, ...process.argv.slice(2)], { show: true });
  process.exitCode = code;
});
