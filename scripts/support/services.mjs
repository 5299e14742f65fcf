import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { waitUntilHealthy } from './health.mjs';
import { importBuilt } from './import-built.mjs';
import { ensurePortIsFree } from './ports.mjs';
import { root } from './root.mjs';
import { onStopSignal } from './signals.mjs';
import { elapsed, step } from './steps.mjs';
import { welcome } from './welcome.mjs';

/**
 * A Ctrl-C sends two signals, one from the terminal and one from npm. Two signals within this time
 * count as one.
 */
const SAME_SIGNAL_MS = 300;

/**
 * Runs both services to their end, and prints where they are reached once they are ready.
 *
 * @param {ReturnType<typeof import('./settings.mjs')['readSettings']>} settings
 * @param {{ pid?: number, prepares?: boolean, onReady?: () => Promise<unknown> }} [options] `pid`:
 *   of the process that SIGHUP updates; `prepares`: installs and builds what has changed before a
 *   renewal; `onReady`: called once the services are ready
 */
export async function runServices(settings, { pid, prepares, onReady } = {}) {
  const startMs = performance.now();
  // Ports are checked before anything is created. A second start therefore leaves nothing in the
  // data of a running Errata.
  await Promise.all(settings.ports.map(ensurePortIsFree));
  const supervision = await importBuilt('libs/supervision/src/index.js');
  const services = new Services({ ...settings, prepares }, supervision);
  const ready = await services.start();
  if (ready) {
    const { keptIn } = settings;
    const { refusal, url } = ready.relay;
    const shown = ready.renderer ?? { name: 'Errata’s relay', url };
    console.log(welcome({ ...shown, refusal, took: elapsed(startMs), keptIn, pid }));
    await onReady?.();
  }
  process.exitCode = await services.ended;
}

/** Both services under one supervisor. Signals of a terminal, of npm and of `kill` reach it. */
class Services {
  #supervisor;
  #services;
  #firstMs;

  constructor(
    { services, env, prepares },
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
