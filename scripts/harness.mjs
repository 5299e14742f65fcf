import './support/require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureBuilt } from './support/built.mjs';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { root } from './support/root.mjs';
import { endTogether } from './support/signals.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const [folder, ...args] = process.argv.slice(2);
  const child = spawn(process.execPath, [join(root, folder, 'run.mjs'), ...args], {
    stdio: 'inherit',
  });
  endTogether(child);
  const [code] = await once(child, 'close');
  process.exitCode = code ?? 1;
});
