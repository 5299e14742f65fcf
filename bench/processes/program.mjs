import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/support/root.mjs';

const LOOK_EVERY_MS = 20;
const DEADLINE_MS = 120_000;
const running = new Set();

/** A program in a process of its own, which `stopAll` ends. */
export class Program {
  #child;
  #ended;
  #ready;
  #pid;
  printed = '';

  /**
   * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, isServer?: boolean, isGroup?: boolean }}
   *   [options] `isServer`: the program says over IPC when it is ready, and ends when that channel
   *   breaks; `isGroup`: signals also reach the processes that the program starts
   */
  constructor([program, ...args], { env, cwd = root, isServer, isGroup } = {}) {
    const stdio = ['ignore', 'pipe', 'pipe', ...(isServer ? ['ipc'] : [])];
    this.#child = spawn(program, args, { cwd, env, stdio, detached: isGroup });
    this.#ended = once(this.#child, 'close').then(([code, signal]) => signal ?? code);
    this.#pid = isGroup ? -this.#child.pid : this.#child.pid;
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.printed += text));
    }
    if (isServer) {
      this.#child.on('message', (message) => {
        if (message.type === 'ready') this.#ready = message;
      });
    }
    running.add(this);
  }

  get pid() {
    return this.#child.pid;
  }

  get url() {
    return this.#ready.url;
  }

  /**
   * Cookie of a browser that has opened the set-up link of a renderer without owner. Undefined for
   * other servers.
   */
  get pass() {
    if (this.#ready.setUpUrl === undefined) return undefined;
    const { searchParams } = new URL(this.#ready.setUpUrl);
    return `errata-setup=${searchParams.get('token')}`;
  }

  async untilReady() {
    await this.until('being ready', () => this.#ready);
    return this;
  }

  /** Resolves once the program has printed the text, at or after the character `from`. */
  untilPrinted(text, from = 0) {
    return this.until(`“${text}”`, () => this.printed.includes(text, from));
  }

  /**
   * Waits until `isSo` returns true. Rejects with the output so far when the program ends first, or
   * at the deadline.
   */
  async until(what, isSo, everyMs = LOOK_EVERY_MS) {
    const endMs = performance.now() + DEADLINE_MS;
    while (!(await isSo())) {
      const { exitCode, signalCode, spawnargs } = this.#child;
      if (exitCode !== null || signalCode !== null || performance.now() > endMs) {
        throw new Error(`${spawnargs.join(' ')}: no ${what}.\n${this.printed}`);
      }
      await pause(everyMs);
    }
  }

  signal(name) {
    try {
      return process.kill(this.#pid, name);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
      return false;
    }
  }

  /** Resolves, once the program has ended, with its exit code or the signal that ended it. */
  async end(name = 'SIGTERM') {
    this.signal(name);
    const ending = await this.untilEnded();
    // Signal 0 only asks whether a process of the group is left.
    while (this.#pid < 0 && this.signal(0)) await pause(LOOK_EVERY_MS);
    return ending;
  }

  untilEnded() {
    running.delete(this);
    return this.#ended;
  }
}

/** Makes `stopAll` also call `end` of this object. */
export function stopWithAll(other) {
  running.add(other);
}

export async function stopAll() {
  await Promise.all([...running].map((each) => each.end()));
}
