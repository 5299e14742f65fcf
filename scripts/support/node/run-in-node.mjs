import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { Failure } from '../failure.mjs';
import { endWithParent } from '../signals.mjs';

/** Environment variable with which the child learns which process wraps it. */
const WRAPPER = 'ERRATA_WRAPPER';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
const LOOK_EVERY_MS = 5000;

/**
 * Runs the same command in another Node.js, with the same arguments, environment, terminal and
 * signals, and ends as that process ends. The other Node.js is also the first `node` on its PATH.
 * Throws when the program cannot be started.
 *
 * @param {string} program path of the other Node.js
 */
export async function runInNode(program) {
  const path = [dirname(program), process.env['PATH']].filter(Boolean).join(delimiter);
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, PATH: path, [WRAPPER]: String(process.pid) },
    stdio: 'inherit',
  });
  handSignalsOn(child);
  const [code, signal] = await once(child, 'exit').catch(({ message }) => {
    throw new Failure(
      `Node.js in .node does not start (${message}): remove that folder and start again.`,
    );
  });
  if (signal === null) process.exit(code);
  for (const each of SIGNALS) process.removeAllListeners(each);
  process.kill(process.pid, signal);
  // When the signal has not ended this process, this line does.
  process.exit(128 + constants.signals[signal]);
}

/** Ends this process when its wrapper has ended, which may be the case already. */
export function endWithWrapper() {
  const wrapper = process.env[WRAPPER];
  delete process.env[WRAPPER];
  if (wrapper !== undefined) endWithParent(Number(wrapper));
}

function handSignalsOn(child) {
  let hadTerminal = hasTerminal();
  // A terminal may also close without a signal. A SIGHUP after that is not from the terminal and
  // has to be passed on.
  if (hadTerminal) setInterval(() => (hadTerminal = hasTerminal()), LOOK_EVERY_MS).unref();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal that closes signals its whole process group, so the child has this SIGHUP
      // already.
      const hasToldAll = signal === 'SIGHUP' && hadTerminal && !hasTerminal();
      if (hasToldAll) hadTerminal = false;
      else child.kill(signal);
    });
  }
}

function hasTerminal() {
  try {
    closeSync(openSync('/dev/tty', 'r+'));
    return true;
  } catch {
    return false;
  }
}
