import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { Failure } from '../failure.mjs';
import { endWithParent } from '../signals.mjs';

/** Names the process that a command was started in, to the one in which it goes on. */
const WRAPPER = 'ERRATA_WRAPPER';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
const LOOK_EVERY_MS = 5000;

/**
 * Has the command go on in another Node.js, with the same arguments, environment, terminal and signals, and ends as that
 * ends. What it starts by the name `node` is that Node.js, too. Fails where the program cannot be started.
 *
 * @param {string} program path of that Node.js
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
  // Where the signal ends nobody by itself.
  process.exit(128 + constants.signals[signal]);
}

/** For a command that goes on here: ends with the process that it was started in, which may be gone already. */
export function endWithWrapper() {
  const wrapper = process.env[WRAPPER];
  delete process.env[WRAPPER];
  if (wrapper !== undefined) endWithParent(Number(wrapper));
}

function handSignalsOn(child) {
  let hadTerminal = hasTerminal();
  // A terminal that went at a logout sends no signal any more.
  if (hadTerminal) setInterval(() => (hadTerminal = hasTerminal()), LOOK_EVERY_MS).unref();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal that has just gone has told its whole group.
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
