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
  #child;
  #ended;
  #errors = '';
  /** Its ready message; servers of ours and bare ones name the `url` they answer at. */
  ready;

  constructor(child) {
    this.#child = child;
    this.#ended = once(child, 'close');
    child.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    running.add(this);
  }

  /**
   * Resolves once it is ready; rejects with what it printed when it ends before.
   *
   * @param {readonly string[]} args the script and its arguments
   * @param {{ core?: number, settings?: Readonly<Record<string, string>> }} [options]
   */
  static async start(args, { core, settings = {} } = {}) {
    const [program, programArgs] = nodeOn(args, core);
    const child = spawn(program, programArgs, {
      cwd: root,
      env: toEnvironment(settings),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const server = new Server(child);
    server.ready = await Promise.race([server.#readyMessage(), server.#endedEarly(args)]);
    return server;
  }

  get pid() {
    return this.#child.pid;
  }

  get url() {
    return this.ready.url;
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

  async #endedEarly(args) {
    const [code, signal] = await this.#ended;
    throw new Error(`${args[0]} ended while starting (${signal ?? code}).\n${this.#errors}`);
  }
}

/** Ends what a measurement that failed has left running. */
export async function stopAll() {
  await Promise.all([...running].map((server) => server.stop()));
}
