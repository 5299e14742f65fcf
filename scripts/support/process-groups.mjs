import { spawn } from 'node:child_process';
import { root } from './root.mjs';
import { onStopSignal } from './signals.mjs';

const STOP_GRACE_MS = 3000;

/**
 * Runs long-lived programs that start others and, like the Nest CLI, leave them behind. Each has a
 * process group, which is ended as a whole. When one program ends, all end.
 */
export class ProcessGroups {
  #env;
  #leaders = [];
  #stopping = false;

  constructor(env) {
    this.#env = env;
    onStopSignal(() => this.stop());
  }

  /**
   * Starts a script with this Node.js and shows its output. `prints` of the result resolves once
   * the script has printed a text.
   */
  start(args) {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#leaders.push(child);
    child.stdout.pipe(process.stdout, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
    child.once('exit', (code) => {
      if (!this.#stopping) process.exitCode = code ?? 1;
      this.stop();
    });
    return { prints: (text) => untilPrinted(child, text) };
  }

  stop() {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const leader of this.#leaders) signalGroup(leader, 'SIGTERM');
    setTimeout(() => {
      for (const leader of this.#leaders) signalGroup(leader, 'SIGKILL');
    }, STOP_GRACE_MS).unref();
  }
}

function untilPrinted(child, text) {
  return new Promise((resolve) => {
    let printed = '';
    const look = (chunk) => {
      printed += chunk;
      if (!printed.includes(text)) return;
      for (const stream of [child.stdout, child.stderr]) stream.off('data', look);
      resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
  });
}

function signalGroup(leader, signal) {
  try {
    process.kill(-leader.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
