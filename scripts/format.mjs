import './support/require-node.mjs';
import { join } from 'node:path';
import { passOn } from './support/built-command.mjs';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { root } from './support/root.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await passOn([join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), ...process.argv.slice(2)]);
});
