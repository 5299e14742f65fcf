import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { importSupervision } from './built-supervision.mjs';
import { Failure } from './failure.mjs';
import { waitUntilHealthy } from './health.mjs';
import { root } from './root.mjs';
import { onStopSignal } from './signals.mjs';
import { step } from './steps.mjs';

/**
 * A Ctrl-C sends two signals, one from the terminal and one from npm. Two signals within this time
 * count as one.
 */
const SAME_SIGNAL_MS = 300;

/** Both services under one supervisor. Signals of a terminal, of npm and of `kill` reach it. */
export class Services {
  #supervisor;
  #services;
  #firstMs;

  /**
   * @param {{ services: Record<string, { entry: string, urls: readonly string[] }>, env:
   *   NodeJS.ProcessEnv }} settings
   * @param {{ prepares?: boolean }} [options] prepares: installs and builds what has changed
   *   before a renewal
   */
  static async over(settings, options = {}) {
    return new Services({ ...settings, ...options }, await importSupervision());
  }

  constructor(
    { services, env, prepares = false },
    { Supervisor, onHangUp, sayOnStandardError, nodeOptions },
  ) {
    this.#services = Object.entries(services).map(([name, service]) => ({ name, ...service }));
    this.#supervisor = new Supervisor({
      services: this.#services.map(({ name, entry }) => {
        return { name, entry, nodeArgs: nodeOptions[name], env, cwd: root };
      }),
      say: sayOnStandardError(),
    });
    onStopSignal((signal) => this.#stop(signal), ['SIGINT', 'SIGTERM']);
    onHangUp({
      renew: () => void this.#supervisor.renew(prepares ? () => this.#prepare() : undefined),
      stop: () => this.#stop('SIGHUP'),
    });
  }

  /** Resolves with the exit code for this process once all services have ended. */
  get ended() {
    return this.#supervisor.ended;
  }

  /**
   * Resolves with the ready message of each service, by name, once all are healthy or the relay
   * says why it refuses reports, or with undefined when a signal came first. Rejects with the reason of the first service that did not
   * start.
   */
  async start() {
    const beginning = await this.#supervisor.start();
    if (beginning.state === 'failed') throw toFailure(beginning);
    if (beginning.state === 'stopped') return undefined;
    const ending = new AbortController();
    void this.ended.then(() => ending.abort());
    try {
      // A relay that refuses reports for lack of room does not become ready, but pages say why.
      const waiting = this.#services.filter(({ name }) => !beginning.messages[name]?.refusal);
      await Promise.all(waiting.map((one) => waitUntilHealthy(one, ending.signal)));
    } catch (error) {
      await this.#supervisor.stop();
      throw error;
    }
    return ending.signal.aborted ? undefined : beginning.messages;
  }

  #stop(signal) {
    if (this.#firstMs === undefined) {
      this.#firstMs = performance.now();
      void step('\nStopping', () => this.#supervisor.stop());
    } else if (signal === 'SIGINT' && performance.now() - this.#firstMs > SAME_SIGNAL_MS) {
      this.#supervisor.kill();
    }
  }

  async #prepare() {
    const child = spawn(process.execPath, [join(root, 'scripts', 'prepare.mjs')], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    void this.ended.then(() => child.kill());
    const [code] = await once(child, 'close');
    return code === 0;
  }
}

/** A reason that a user can act on is a single line. Anything longer is a crash and shown whole. */
function toFailure({ name, how, output }) {
  const text = output.trim();
  return text !== '' && !text.includes('\n')
    ? new Failure(text.replace(/^(?:renderer|relay): /, ''))
    : new Failure(`The ${name} ended while starting (${how}).`, text);
}
