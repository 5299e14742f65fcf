import { join } from 'node:path';
import { launchRelay, launchRenderer } from './errata.mjs';
import { findFreePorts } from '../../scripts/support/ports.mjs';

/**
 * Host name that resolves to the addresses of both relays, as a service's name does in a container
 * network.
 */
const NAME = 'relays.prove';
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];
const NAMES_PRELOAD = join(import.meta.dirname, 'names.preload.mjs');

/**
 * Returns the Node.js options and environment with which a program resolves a name to several
 * addresses.
 */
function nameResolutionOptions(name, addresses) {
  return {
    nodeArgs: ['--import', NAMES_PRELOAD],
    settings: { PROVE_NAME: [name, ...addresses].join(' ') },
  };
}

/**
 * One relay and one renderer, or two of each, on one data folder and database. Each can end and
 * start again. Two relays share the folder as replicas of a container share a volume.
 */
export class Installation {
  #launch = new Map();
  /** @type {Map<string, import('../../scripts/support/program.mjs').Program>} */
  #servers = new Map();
  /**
   * URLs by name: `relay` and `renderer`, then `relay 2` and `renderer 2`.
   *
   * @type {Map<string, string>}
   */
  urls = new Map();
  /**
   * Called when a relay begins to end, with a promise of its end.
   *
   * @type {(ended: Promise<unknown>) => void}
   */
  onRelayEnding = () => {};

  /**
   * Starts all servers. Resolves when all of them are ready.
   *
   * @param {{ relay?: import('./errata.mjs').StartOptions, copies?: 1 | 2, settings?: Readonly<Record<string, string>> }} [options]
   *   how a relay is started, and settings of both services
   */
  static async start({ dataDir, databaseUrl }, { relay = {}, copies = 1, settings: ofBoth } = {}) {
    const common = {
      MONITORING_DSN: 'off',
      ...ofBoth,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    };
    const installation = new Installation();
    const [relayPort, ...ports] = await findFreePorts(copies + 1);
    const named = copies > 1 ? nameResolutionOptions(NAME, ADDRESSES) : {};
    for (const [index, port] of ports.entries()) {
      const suffix = index === 0 ? '' : ` ${index + 1}`;
      const at = { HOST: ADDRESSES[index], RELAY_PORT: String(relayPort) };
      const settings = { ...common, ...at, ...relay.settings };
      installation.urls.set(`relay${suffix}`, `http://${ADDRESSES[index]}:${relayPort}`);
      installation.#launch.set(`relay${suffix}`, () =>
        launchRelay(dataDir, { ...relay, settings }),
      );
      installation.urls.set(`renderer${suffix}`, `http://127.0.0.1:${port}`);
      installation.#launch.set(`renderer${suffix}`, () =>
        launchRenderer(dataDir, {
          ...named,
          port,
          relayUrl: `http://${copies > 1 ? NAME : ADDRESSES[0]}:${relayPort}`,
          settings: { ...common, ...named.settings },
        }),
      );
    }
    await installation.start(installation.names);
    return installation;
  }

  get names() {
    return [...this.#launch.keys()];
  }

  get relayUrls() {
    return [...this.urls].filter(([name]) => isRelay(name)).map(([, url]) => url);
  }

  /** Returns the id of the server's process, or undefined while the server does not run. */
  getPid(name) {
    return this.#servers.get(name)?.pid;
  }

  async start(names) {
    this.launch(names);
    await Promise.all(names.map((name) => this.#servers.get(name).untilReady()));
  }

  /** Starts servers without waiting, for callers that end them before they are ready. */
  launch(names) {
    for (const name of names) this.#servers.set(name, this.#launch.get(name)());
  }

  /**
   * Ends the servers. Resolves with a line for each that did not exit with code 0 when asked to
   * stop.
   */
  async end(names, signal) {
    const endings = await Promise.all(names.map((name) => this.#end(name, signal)));
    return endings.flat();
  }

  /** Resolves once a server that is about to end by itself has ended. */
  async untilEnded(name) {
    await this.#take(name, (server) => server.untilEnded());
  }

  async #end(name, signal) {
    if (!this.#servers.has(name)) return [];
    const { printed, ending } = await this.#take(name, (server) => server.end(signal));
    if (signal === 'SIGKILL' || ending === 0) return [];
    return [`${name} ended with ${ending}: ${printed.trim()}`];
  }

  async #take(name, end) {
    const server = this.#servers.get(name);
    this.#servers.delete(name);
    const ended = end(server);
    if (isRelay(name)) this.onRelayEnding(ended);
    return { ending: await ended, printed: server.printed };
  }
}

function isRelay(name) {
  return name.startsWith('relay');
}
