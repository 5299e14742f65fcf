import './support/require-node.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './support/built.mjs';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { root } from './support/root.mjs';
import { runNode } from './support/run.mjs';

const entry = join(root, 'dist', 'apps', 'monitoring-relay', 'src', 'errata.js');

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await runNode([entry, ...process.argv.slice(2)], { show: true });
  process.exitCode = code;
});
