import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../scripts/support/root.mjs';
import { nodeOn } from './cores.mjs';
import { toEnvironment } from './environment.mjs';

const STOP_GRACE_MS = 8000;
const running = new Set();

/**
 * A server in a process of its own. It says over IPC when it is ready, and ends with this process,
 * however that ends: its channel breaks.
 */
export class Server {
  #args;
  #child;
  #ended;
  #errors = '';
  /** Its ready message; servers of ours and bare ones name the `url` they answer at. */
  ready;

  constructor(args, child) {
    this.#args = args;
    this.#child = child;
    this.#ended = once(child, 'close');
    child.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    running.add(this);
  }

  /**
   * @param {readonly string[]} args the script and its arguments
   * @param {{ core?: number, settings?: Readonly<Record<string, string>>, under?: readonly string[] }} [options]
   *   `under`: what runs before Node, with its arguments
   */
  static launch(args, { core, settings = {}, under = [] } = {}) {
    const command = nodeOn(args, core);
    const [program, ...programArgs] = [...under, command[0], ...command[1]];
    const child = spawn(program, programArgs, {
      cwd: root,
      env: toEnvironment(settings),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return new Server(args, child);
  }

  /**
   * Launches it and resolves once it is ready; rejects with what it printed when it ends before.
   *
   * @param {Parameters<typeof Server.launch>} launch
   */
  static async start(...launch) {
    const server = Server.launch(...launch);
    await server.untilReady();
    return server;
  }

  /** Rejects with what it printed when it ends before. */
  async untilReady() {
    this.ready ??= await Promise.race([this.#readyMessage(), this.#endedEarly()]);
  }

  get pid() {
    return this.#child.pid;
  }

  get url() {
    return this.ready.url;
  }

  /** The cookie of a browser with the printed link of a renderer that nobody owns; undefined for other servers. */
  get pass() {
    if (this.ready.setUpUrl === undefined) return undefined;
    const { searchParams } = new URL(this.ready.setUpUrl);
    return `errata-setup=${searchParams.get('token')}`;
  }

  /** What it printed as errors so far. */
  get errors() {
    return this.#errors;
  }

  /**
   * Ends it by a signal; resolves with how it ended once the process is gone.
   *
   * @param {'SIGTERM' | 'SIGKILL'} signal
   * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
   */
  end(signal) {
    this.#child.kill(signal);
    return this.untilEnded();
  }

  /** Resolves with how it ended once the process is gone. */
  async untilEnded() {
    running.delete(this);
    const [code, endedBy] = await this.#ended;
    return { code, signal: endedBy };
  }

  /** Resolves when the process is gone. */
  async stop() {
    running.delete(this);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_GRACE_MS);
    this.#child.kill('SIGTERM');
    await this.#ended;
    clearTimeout(timer);
  }

  async #readyMessage() {
    for (;;) {
      // Messages come one after the other.
      const [message] = await once(this.#child, 'message');
      if (message?.type === 'ready') return message;
    }
  }

  async #endedEarly() {
    const [code, signal] = await this.#ended;
    throw new Error(
      `${this.#args.find((arg) => !arg.startsWith('-'))} ended while starting (${signal ?? code}).\n${this.#errors}`,
    );
  }
}

/** Has `stopAll` stop something else that runs, by its `stop`. */
export function stopWithAll(other) {
  running.add(other);
}

/** Ends what a measurement that failed has left running. */
export async function stopAll() {
  await Promise.all([...running].map((server) => server.stop()));
}
