import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { endWithParent } from '../signals.mjs';

/** The process that a command was started in, where that goes on in another Node.js. */
const WRAPPER = 'ERRATA_WRAPPER';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/**
 * Has the command that runs go on in another Node.js, with the same arguments, environment, terminal and signals, and
 * ends as that ends. What it starts by the name `node` is that Node.js, too.
 *
 * @param {string} node path of its program
 */
export async function goOnInNode(node) {
  const path = [dirname(node), process.env['PATH']].filter(Boolean).join(delimiter);
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, PATH: path, [WRAPPER]: String(process.pid) },
    stdio: 'inherit',
  });
  const hadTerminal = hasTerminal();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal that has gone has told its whole group.
      const isTold = signal === 'SIGHUP' && hadTerminal && !hasTerminal();
      if (!isTold) child.kill(signal);
    });
  }
  const [code, signal] = await once(child, 'exit');
  if (signal === null) process.exit(code);
  for (const each of SIGNALS) process.removeAllListeners(each);
  process.kill(process.pid, signal);
  // Where the signal ends nobody by itself.
  process.exit(128 + constants.signals[signal]);
}

/** For a command that goes on here: ends with the process that it was started in, which may have been killed. */
export function endWithWrapper() {
  const wrapper = process.env[WRAPPER];
  delete process.env[WRAPPER];
  if (wrapper === String(process.ppid)) endWithParent();
}

function hasTerminal() {
  try {
    closeSync(openSync('/dev/tty', 'r+'));
    return true;
  } catch {
    return false;
  }
}
