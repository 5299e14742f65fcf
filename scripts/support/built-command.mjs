import { ensureBuilt } from './built.mjs';
import { runCommand } from './failure.mjs';
import { ensureInstalled } from './installed.mjs';
import { runNode } from './run.mjs';

/** Runs a command once all packages are installed and everything is built. */
export function runBuilt(command) {
  return runCommand(async () => {
    await ensureInstalled();
    await ensureBuilt();
    await command();
  });
}

/** Runs a script of Node.js, shows its output, and ends with its exit code. */
export async function passOn(args) {
  const { code } = await runNode(args, { show: true });
  process.exitCode = code;
}
