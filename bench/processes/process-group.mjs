import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/support/root.mjs';
import { onStopSignal } from '../../scripts/support/signals.mjs';
import { toEnvironment } from './environment.mjs';

const LOOK_EVERY_MS = 20;

/** A command with whatever it starts, npm and its shell among them: they are ended together. */
export class ProcessGroup {
  #child;
  #leader;
  #release;
  #errors = '';

  /**
   * @param {readonly [program: string, args: readonly string[]]} command
   * @param {Readonly<Record<string, string>>} settings
   */
  constructor([program, args], settings) {
    this.#child = spawn(program, args, {
      cwd: root,
      env: toEnvironment(settings),
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (this.#child.pid === undefined) throw new Error(`${program} cannot be started.`);
    this.#leader = this.#child.pid;
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    this.#release = onStopSignal(() => this.#signal('SIGTERM'));
  }

  /** Throws with what was printed when the command has ended. */
  checkRuns() {
    const { exitCode, spawnargs } = this.#child;
    if (exitCode !== null) throw new Error(`${spawnargs.join(' ')} ended.\n${this.#errors}`);
  }

  /** Resolves when none of them is left. */
  async stop() {
    this.#release();
    // Signal 0 only asks whether anybody is there.
    for (let alive = this.#signal('SIGTERM'); alive; alive = this.#signal(0)) {
      await pause(LOOK_EVERY_MS);
    }
  }

  #signal(signal) {
    try {
      process.kill(-this.#leader, signal);
      return true;
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
      return false;
    }
  }
}
