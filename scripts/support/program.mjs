import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';

const LOOK_EVERY_MS = 20;
const DEADLINE_MS = 120_000;
const running = new Set();

/** A program in a process of its own, which `stopAll` ends. */
export class Program {
  #child;
  #ended;
  #ready;
  #isGroup;
  /** Text on the standard output so far. */
  output = '';
  /** Text on the standard error so far. */
  errors = '';
  /** Both texts, in the order in which they came. */
  printed = '';

  /**
   * @param {readonly string[]} command
   * @param {import('node:child_process').SpawnOptions & { isServer?: boolean, isGroup?: boolean, shows?: boolean }}
   *   [options] `isServer`: the program says over IPC when it is ready, and ends when that channel
   *   breaks; `isGroup`: the program leads a process group, as a terminal starts it, and `end`
   *   signals the group; `shows`: prints what the program prints
   */
  constructor([program, ...args], { isServer, isGroup = false, shows, ...options } = {}) {
    const stdio = ['ignore', 'pipe', 'pipe', ...(isServer ? ['ipc'] : [])];
    this.#isGroup = isGroup;
    this.#child = spawn(program, args, { cwd: root, stdio, detached: isGroup, ...options });
    this.#ended = once(this.#child, 'close').then(([code, signal]) => signal ?? code);
    for (const [name, stream] of Object.entries({ output: 'stdout', errors: 'stderr' })) {
      this.#child[stream].setEncoding('utf8').on('data', (text) => {
        this[name] += text;
        this.printed += text;
        if (shows) process[stream].write(text);
      });
    }
    this.#child.on('message', (message) => {
      if (message.type === 'ready') this.#ready = message;
    });
    running.add(this);
    const forget = () => running.delete(this);
    void this.#ended.then(forget, forget);
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
  untilPrinted(text, from = 0, times = {}) {
    return this.until(`“${text}”`, () => this.printed.includes(text, from), times);
  }

  /**
   * Waits until `isSo` returns true. Rejects with the output so far when the program ends first, or
   * at the deadline.
   */
  async until(what, isSo, { everyMs = LOOK_EVERY_MS, withinMs = DEADLINE_MS } = {}) {
    const endMs = performance.now() + withinMs;
    while (!(await isSo())) {
      const { exitCode, signalCode, spawnargs } = this.#child;
      if (exitCode !== null || signalCode !== null || performance.now() > endMs) {
        throw new Failure(`${spawnargs.join(' ')}: no ${what}.\n${this.printed}`);
      }
      await pause(everyMs);
    }
  }

  /** Returns false for a program that has ended, whose id may be another's by now. */
  signal(name) {
    return this.#child.kill(name);
  }

  /** Signals the whole group, as Ctrl-C in a terminal does. Returns false when none of it is left. */
  signalGroup(name) {
    if (!this.pid) return false;
    try {
      return process.kill(-this.pid, name);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
      return false;
    }
  }

  /**
   * Resolves with the exit code, or the name of a signal, once the program and all processes that
   * share its output have ended.
   */
  async end(name = 'SIGTERM') {
    if (this.#isGroup) this.signalGroup(name);
    else this.signal(name);
    return this.untilEnded();
  }

  /** @returns {Promise<number | NodeJS.Signals>} */
  untilEnded() {
    return this.#ended;
  }
}

/** Makes `stopAll` also call `end` of this object. */
export function stopWithAll(other) {
  running.add(other);
}

export async function stopAll(signal) {
  await Promise.all([...running].map((each) => each.end(signal)));
}
