import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from './failure.mjs';
import { waitUntilHealthy } from './health.mjs';
import { root } from './root.mjs';
import { V8_OPTIONS } from './v8-options.mjs';

/** How long a service may take to finish what it has accepted; Ctrl-C again does not wait. */
const STOP_GRACE_MS = 8000;

/**
 * One of the two apps as a child process. It tells over IPC when it is ready, prints one line and
 * exits 1 when it cannot start, and stops when the channel breaks: killing this process leaves
 * nothing behind.
 */
export class Service {
  #child;
  #ended;
  #startErrors = [];

  /** @param {{ name: 'relay' | 'renderer', entry: string, urls: readonly string[], env: NodeJS.ProcessEnv }} options */
  constructor({ name, entry, urls, env }) {
    this.name = name;
    this.urls = urls;
    this.#child = spawn(process.execPath, [...V8_OPTIONS[name], entry], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    this.#child.stderr.on('data', (chunk) => this.#startErrors.push(chunk));
    // 'close' follows 'exit' once all that was written has been read.
    this.#ended = once(this.#child, 'close').then(
      ([code, signal]) => signal ?? `exit code ${code}`,
    );
  }

  /** Resolves with the service's ready message once it answers as healthy; fails when it ends before. */
  async ready() {
    const message = await Promise.race([this.#readyMessage(), this.#endedEarly()]);
    await Promise.race([waitUntilHealthy(this), this.#endedEarly()]);
    this.#passErrorsOn();
    return message;
  }

  /** Resolves with how the process ended: a signal's name or its exit code. */
  get ended() {
    return this.#ended;
  }

  /** Asks the service to stop, and makes it when it does not within the grace. */
  async stop() {
    const timer = setTimeout(() => this.kill(), STOP_GRACE_MS);
    this.#child.kill('SIGTERM');
    await this.#ended;
    clearTimeout(timer);
  }

  kill() {
    this.#child.kill('SIGKILL');
  }

  async #readyMessage() {
    for (;;) {
      // Messages come one after the other.
      const [message] = await once(this.#child, 'message');
      if (message?.type === 'ready') return message;
    }
  }

  async #endedEarly() {
    const how = await this.#ended;
    const output = Buffer.concat(this.#startErrors).toString().trim();
    // A reason its user can act on is a single line; anything longer is a crash and shown whole.
    if (output !== '' && !output.includes('\n'))
      throw new Failure(output.replace(/^(?:renderer|relay): /, ''));
    throw new Failure(`The ${this.name} ended while starting (${how}).`, output);
  }

  #passErrorsOn() {
    this.#child.stderr.removeAllListeners('data');
    process.stderr.write(Buffer.concat(this.#startErrors));
    this.#child.stderr.pipe(process.stderr, { end: false });
  }
}
